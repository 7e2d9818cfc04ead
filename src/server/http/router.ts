import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { CHALLENGE_HEADER, PROOF_HEADER, type Prove } from '#server/base/same-installation.ts'
import { copiedHeartbeat, readWebhookAddress, type WebhookAddress } from './copied-address.ts'
import { errorAnswer } from './error-answer.ts'
import { fewATurn } from './few-a-turn.ts'
import { healthRoutes } from './health.ts'
import { heartbeatRoutes } from './heartbeat.ts'
import type { ClientEnv } from './identify-client.ts'
import { metricsRoutes } from './metrics.ts'
import { withBaseHeaders } from './security.ts'
import { createWebhook } from './webhook.ts'

type WorkerParts = Parameters<typeof healthRoutes>[0] &
  Parameters<typeof metricsRoutes>[0] &
  Parameters<typeof withBaseHeaders>[1]

/** Routes of a process that only delivers. */
export function createWorkerRouter(parts: WorkerParts): RequestListener {
  const router = new Hono<ClientEnv>()
  router.route('/', healthRoutes(parts)).route('/', metricsRoutes(parts))
  router.notFound(c => errorAnswer(c, 404, 'NOT_FOUND', 'Este proceso solo entrega alertas.'))
  return withBaseHeaders(getRequestListener(router.fetch), parts)
}

/**
 * All routes. Webhooks bypass the router, because they come in floods, and run before other requests that
 * arrived at the same time. Routes for machines pass no middleware for browsers, and do not wait until that
 * is loaded.
 */
export function createRouter(
  parts: WorkerParts &
    Parameters<typeof createWebhook>[0] &
    Parameters<typeof heartbeatRoutes>[0] & {
      browserRoutes: () => Promise<Hono<ClientEnv>>
      prove: Prove
    },
): RequestListener {
  const webhook = createWebhook(parts)
  const router = new Hono<ClientEnv>()
  router.route('/', healthRoutes(parts)).route('/', metricsRoutes(parts))
  router.route('/', heartbeatRoutes(parts))
  router.all('*', async c => (await parts.browserRoutes()).fetch(c.req.raw, c.env))
  const others = fewATurn(getRequestListener(router.fetch))
  return withBaseHeaders((incoming, outgoing) => {
    const address = addressOfWebhook(incoming)
    if (address) {
      if (incoming.headers[CHALLENGE_HEADER]) answerChallenge(incoming, outgoing, parts.prove)
      webhook(address, incoming, outgoing)
      return
    }
    const heartbeat = copiedHeartbeat(incoming.url ?? '')
    if (heartbeat !== undefined) incoming.url = `/latido/${heartbeat}`
    others(incoming, outgoing)
  }, parts)
}

/** Undefined also if the target only contains an id and the method is not POST: alerts are always posted. */
function addressOfWebhook({ url = '', method }: IncomingMessage): WebhookAddress | undefined {
  const address = readWebhookAddress(url)
  return address?.id === null && method !== 'POST' ? undefined : address
}

function answerChallenge({ headers }: IncomingMessage, outgoing: ServerResponse, prove: Prove) {
  const proof = prove(headers[CHALLENGE_HEADER]?.toString() ?? '')
  if (proof) outgoing.setHeader(PROOF_HEADER, proof)
}
