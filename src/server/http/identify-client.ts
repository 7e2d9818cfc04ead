import { isIP, isIPv6 } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { ADDRESS_HEADER } from '#server/accounts/seen-browser.ts'
import type { Log } from '#server/base/log.ts'

/** @property network identifies one client: its IPv4 address, or the first 64 bits of its IPv6 address */
export type Client = { address: string; network: string; scheme: 'http' | 'https' }

/** Context of our routes. */
export type ClientEnv = {
  Bindings: HttpBindings
  Variables: {
    client: Client
    /** Name of the item that a call has created or removed. */
    concerned?: string
  }
}

/** Identifies the client, for `c.get('client')` and, by a header, for code that gets only the request's headers. */
export function identifyClient({
  publicUrl,
  trustProxy,
  log,
}: {
  publicUrl: string
  trustProxy: number
  log: Log
}): MiddlewareHandler<ClientEnv> {
  const ownUrl = new URL(publicUrl)
  let warned = false
  return async (c, next) => {
    const forwardedFor = c.req.header('x-forwarded-for')
    if (forwardedFor !== undefined && trustProxy === 0 && !warned) {
      warned = true
      log.warn('X-Forwarded-For is ignored: TRUST_PROXY says that there is no proxy in front')
    }
    const socketAddress = c.env.incoming.socket.remoteAddress ?? ''
    const address = clientAddress(socketAddress, forwardedFor, trustProxy)
    c.req.raw.headers.set(ADDRESS_HEADER, address)
    c.set('client', {
      address,
      network: networkOf(address),
      scheme: requestScheme({
        host: c.req.header('host'),
        ownUrl,
        forwardedProto: c.req.header('x-forwarded-proto'),
        trustProxy,
      }),
    })
    await next()
  }
}

/**
 * The address a request came from. Only entries of `X-Forwarded-For` written by trusted proxies count: each
 * adds one entry on the right.
 * @param trustProxy number of proxies to trust
 */
export function clientAddress(
  socketAddress: string,
  forwardedFor: string | undefined,
  trustProxy: number,
): string {
  const forwarded = bare(believed(forwardedFor, trustProxy) ?? '')
  return isIP(forwarded) ? forwarded : bare(socketAddress)
}

/** An IPv4 address as it is; of IPv6 the first 64 bits, the least that a subscriber has, in canonical form. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [left = [], right = []] = written.split('::').map(half => half.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}

/**
 * Scheme by which the browser reached us. The server itself speaks plain HTTP, so HTTPS follows from a
 * trusted proxy's header, or from the public address if the request was sent to it.
 */
export function requestScheme({
  host,
  ownUrl,
  forwardedProto,
  trustProxy,
}: {
  host: string | undefined
  /** `PUBLIC_URL`. */
  ownUrl: URL
  forwardedProto: string | undefined
  trustProxy: number
}): 'http' | 'https' {
  const forwarded = believed(forwardedProto, trustProxy)?.toLowerCase()
  if (forwarded === 'http' || forwarded === 'https') return forwarded
  return ownUrl.protocol === 'https:' && ownUrl.host === host?.toLowerCase() ? 'https' : 'http'
}

/** The entry of the outermost trusted proxy; with fewer entries than proxies, the first entry. */
function believed(list: string | undefined, trustProxy: number): string | undefined {
  if (list === undefined || trustProxy === 0) return undefined
  const entries = list.split(',').map(entry => entry.trim())
  return entries.at(-Math.min(trustProxy, entries.length))
}

/** Removes port, brackets and zone, and turns an IPv4-mapped IPv6 address into the IPv4 address. */
function bare(address: string): string {
  const inBrackets = /^\[([^\]]*)\]/.exec(address)?.[1]
  const withoutPort = inBrackets ?? address.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  return withoutPort.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
}
