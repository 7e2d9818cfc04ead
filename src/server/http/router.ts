import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { routePath } from 'hono/route'
import type { Log } from '#server/base/log.ts'
import { StoreBusyError } from '#server/store/engine/store-errors.ts'
import { alertDownloadRoutes } from './alert-download.ts'
import { apiRoutes } from './api.ts'
import { errorAnswer, storeTrouble } from './error-answer.ts'
import { healthRoutes } from './health.ts'
import { type ClientEnv, identifyClient } from './identify-client.ts'
import { pageRoutes } from './pages.ts'
import { originCheck, securityHeaders } from './security.ts'
import { signInRoutes } from './sign-in.ts'
import { createWebhook, webhookConnectionId } from './webhook.ts'

type Parts = Parameters<typeof healthRoutes>[0] &
  Parameters<typeof signInRoutes>[0] &
  Parameters<typeof apiRoutes>[0] & {
    publicUrl: string
    trustProxy: number
    webRoot: string
    log: Log
  }

const NOWHERE = 'No existe esa dirección.'

/** What a process answers that only delivers. */
export function createWorkerRouter(parts: Parameters<typeof healthRoutes>[0]): RequestListener {
  const router = new Hono<ClientEnv>()
  router.route('/', healthRoutes(parts))
  router.notFound(c => errorAnswer(c, 404, 'NOT_FOUND', 'Este proceso solo entrega alertas.'))
  return getRequestListener(router.fetch)
}

/** Every address there is. Webhooks are answered by themselves, since they come in floods. */
export function createRouter(parts: Parts & Parameters<typeof createWebhook>[0]): RequestListener {
  const webhook = createWebhook(parts)
  const others = getRequestListener(routes(parts).fetch)
  return (incoming, outgoing) => {
    const connectionId = webhookConnectionId(incoming.url ?? '')
    if (connectionId === undefined) others(incoming, outgoing)
    else webhook(connectionId, incoming, outgoing)
  }
}

/** What machines call comes first and passes nothing made for browsers. */
function routes(parts: Parts): Hono<ClientEnv> {
  const router = new Hono<ClientEnv>()
  router.route('/', healthRoutes(parts))
  router.use(identifyClient(parts), securityHeaders())
  router.use('/api/*', originCheck(parts))
  router.route('/', signInRoutes(parts))
  router.route('/', alertDownloadRoutes(parts))
  router.route('/', apiRoutes(parts))
  router.route('/', pageRoutes({ root: parts.webRoot }))
  router.notFound(c =>
    isBrowsersOwn(c) ? c.text(NOWHERE, 404) : errorAnswer(c, 404, 'NOT_FOUND', NOWHERE),
  )
  router.onError((error, c) => {
    // The path itself may hold a connection's id, which is a secret.
    parts.log.error({ err: error, route: routePath(c) }, 'a request failed')
    if (error instanceof StoreBusyError)
      return errorAnswer(c, 503, 'STORE_BUSY', storeTrouble(error))
    const message = 'Algo falló en el servidor. Vuelve a intentarlo.'
    return errorAnswer(c, 500, 'INTERNAL_SERVER_ERROR', message)
  })
  return router
}

/** Whether a person may have typed the address, who expects no JSON. */
const isBrowsersOwn = ({ req: { method, path } }: Context): boolean =>
  ['GET', 'HEAD'].includes(method) && !/^\/(api|webhooks)(\/|$)/.test(path)
