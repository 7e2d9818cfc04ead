import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { errorAnswer } from './error-answer.ts'
import { healthRoutes } from './health.ts'
import type { ClientEnv } from './identify-client.ts'
import { createWebhook, webhookConnectionId } from './webhook.ts'

type HealthParts = Parameters<typeof healthRoutes>[0]

/** What a process answers that only delivers. */
export function createWorkerRouter(parts: HealthParts): RequestListener {
  const router = new Hono<ClientEnv>()
  router.route('/', healthRoutes(parts))
  router.notFound(c => errorAnswer(c, 404, 'NOT_FOUND', 'Este proceso solo entrega alertas.'))
  return getRequestListener(router.fetch)
}

/**
 * Every address there is. Webhooks are answered by themselves, since they come in floods; what machines
 * call passes nothing made for browsers, and does not wait until that is loaded.
 */
export function createRouter(
  parts: HealthParts &
    Parameters<typeof createWebhook>[0] & { browserRoutes: () => Promise<Hono<ClientEnv>> },
): RequestListener {
  const webhook = createWebhook(parts)
  const router = new Hono<ClientEnv>()
  router.route('/', healthRoutes(parts))
  router.all('*', async c => (await parts.browserRoutes()).fetch(c.req.raw, c.env))
  const others = getRequestListener(router.fetch)
  return (incoming, outgoing) => {
    const connectionId = webhookConnectionId(incoming.url ?? '')
    if (connectionId === undefined) others(incoming, outgoing)
    else webhook(connectionId, incoming, outgoing)
  }
}
