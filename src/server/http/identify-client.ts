import { isIP, isIPv6 } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { ADDRESS_HEADER } from '#server/accounts/seen-browser.ts'
import type { Log } from '#server/base/log.ts'

/** @property network what is taken for one client: its address, of IPv6 the first 64 bits */
export type Client = { address: string; network: string; scheme: 'http' | 'https' }

/** What the routes of this house find in their context. */
export type ClientEnv = {
  Bindings: HttpBindings
  Variables: {
    client: Client
    /** The name of what a call has made or removed. */
    concerned?: string
  }
}

/** Finds out who sent the request, for `c.get('client')` and for what is asked with its headers alone. */
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
 * The address a request came from. Of `X-Forwarded-For` only what believed proxies wrote counts:
 * each adds one entry on the right.
 * @param trustProxy how many proxies to believe
 */
export function clientAddress(
  socketAddress: string,
  forwardedFor: string | undefined,
  trustProxy: number,
): string {
  const forwarded = bare(believed(forwardedFor, trustProxy) ?? '')
  return isIP(forwarded) ? forwarded : bare(socketAddress)
}

/** An address of IPv4; of IPv6 the 64 bits that a subscriber has at least, in one way of writing. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [left = [], right = []] = written.split('::').map(half => half.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}

/**
 * How the browser reached us. The server itself speaks plain HTTP, so HTTPS is what a believed
 * proxy says, or what the public address says when the request was sent to it.
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

/** The entry of the outermost believed proxy; with fewer entries than proxies, the first there is. */
function believed(list: string | undefined, trustProxy: number): string | undefined {
  if (list === undefined || trustProxy === 0) return undefined
  const entries = list.split(',').map(entry => entry.trim())
  return entries.at(-Math.min(trustProxy, entries.length))
}

/** Without port, brackets and zone; an IPv4 address in IPv6 dress is the IPv4 address. */
function bare(address: string): string {
  const inBrackets = /^\[([^\]]*)\]/.exec(address)?.[1]
  const withoutPort = inBrackets ?? address.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  return withoutPort.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
}
