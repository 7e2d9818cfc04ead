import { type Context, Hono } from 'hono'
import { routePath } from 'hono/route'
import { StoreBusyError } from '#server/store/engine/store-errors.ts'
import { alertDownloadRoutes } from './alert-download.ts'
import { apiRoutes } from './api.ts'
import { ownCookies } from './cookies.ts'
import { errorAnswer, storeTrouble } from './error-answer.ts'
import { eventStreamRoutes } from './event-stream.ts'
import { type ClientEnv, identifyClient } from './identify-client.ts'
import { assetRoutes, pageRoutes } from './pages.ts'
import { referenceRoutes } from './reference.ts'
import { requestIdOf } from './request-id.ts'
import { originCheck, securityHeaders } from './security.ts'
import { securityLog } from './security-log.ts'
import { signInRoutes } from './sign-in.ts'

type Parts = Parameters<typeof signInRoutes>[0] &
  Omit<Parameters<typeof securityLog>[0], 'readSignedIn'> &
  Omit<Parameters<typeof apiRoutes>[0], 'readSignedIn'> & {
    publicUrl: string
    trustProxy: number
    webRoot: string
  }

const NOWHERE = 'No existe esa dirección.'

/** Routes for browsers and programs, and the answer for every unknown address. */
export function createBrowserRoutes(given: Parts): Hono<ClientEnv> {
  const parts = { ...given, readSignedIn: given.auth.readSignedIn }
  const router = new Hono<ClientEnv>()
  router.route('/', assetRoutes({ root: parts.webRoot }))
  router.use(identifyClient(parts), securityHeaders())
  router.use('/api/*', ownCookies(parts), securityLog(parts), originCheck(parts))
  router.route('/', signInRoutes(parts))
  router.route('/', alertDownloadRoutes(parts))
  router.route('/', eventStreamRoutes(parts))
  router.route('/', referenceRoutes({ root: parts.webRoot }))
  router.route('/', apiRoutes(parts))
  router.route('/', pageRoutes({ root: parts.webRoot }))
  router.notFound(c =>
    isBrowsersOwn(c) ? c.text(NOWHERE, 404) : errorAnswer(c, 404, 'NOT_FOUND', NOWHERE),
  )
  router.onError((error, c) => {
    // The path itself may hold a connection's id, which is a secret.
    const requestId = requestIdOf(c.env.outgoing)
    parts.log.error({ err: error, route: routePath(c), requestId }, 'a request failed')
    if (error instanceof StoreBusyError)
      return errorAnswer(c, 503, 'STORE_BUSY', storeTrouble(error))
    const message = 'Algo falló en el servidor. Vuelve a intentarlo.'
    return errorAnswer(c, 500, 'INTERNAL_SERVER_ERROR', message)
  })
  return router
}

/** True if a person, who expects no JSON, may have typed the address. */
const isBrowsersOwn = ({ req: { method, path } }: Context): boolean =>
  ['GET', 'HEAD'].includes(method) && !/^\/(api|webhooks)(\/|$)/.test(path)
