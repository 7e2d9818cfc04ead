import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import type { SecureHeadersVariables } from 'hono/secure-headers'
import { createLog } from '#server/base/log.ts'
import { type ClientEnv, identifyClient } from '#server/http/identify-client.ts'
import { listen } from '#server/http/listen.ts'
import { originCheck, securityHeaders, withBaseHeaders } from '#server/http/security.ts'

/**
 * An app for some of the server's routes, behind the checks that precede all of them; `serve` makes
 * it listen on a free port.
 */
export function createTestRoutes({ publicUrl = 'http://localhost:8080', trustProxy = 0 } = {}) {
  const logged: string[] = []
  const log = createLog({ level: 'info', destination: { write: line => logged.push(line) } })
  const app = new Hono<ClientEnv & { Variables: SecureHeadersVariables }>()
  app.use(identifyClient({ publicUrl, trustProxy, log }))
  app.use(securityHeaders())
  app.use('/api/*', originCheck({ publicUrl }))
  return {
    app,
    log,
    publicUrl,
    /** Log lines. */
    logged,
    serve: () => {
      const listener = withBaseHeaders(getRequestListener(app.fetch), { publicUrl, trustProxy })
      return listen(listener, { host: '127.0.0.1', port: 0 })
    },
  }
}
