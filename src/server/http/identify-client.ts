import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import type { Log } from '#server/base/log.ts'
import { clientAddress, requestScheme } from './client-address.ts'

export type Client = { address: string; scheme: 'http' | 'https' }

/** What the routes of this house find in their context. */
export type ClientEnv = { Bindings: HttpBindings; Variables: { client: Client } }

/** Finds out who sent the request, for `c.get('client')`. */
export function identifyClient({
  publicUrl,
  trustProxy,
  log,
}: {
  publicUrl: string
  trustProxy: number
  log: Log
}): MiddlewareHandler<ClientEnv> {
  let warned = false
  return async (c, next) => {
    const forwardedFor = c.req.header('x-forwarded-for')
    if (forwardedFor !== undefined && trustProxy === 0 && !warned) {
      warned = true
      log.warn('X-Forwarded-For is ignored: TRUST_PROXY says that there is no proxy in front')
    }
    c.set('client', {
      address: clientAddress(c.env.incoming.socket.remoteAddress ?? '', forwardedFor, trustProxy),
      scheme: requestScheme({
        host: c.req.header('host'),
        publicUrl,
        forwardedProto: c.req.header('x-forwarded-proto'),
        trustProxy,
      }),
    })
    await next()
  }
}
