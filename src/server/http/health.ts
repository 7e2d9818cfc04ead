import { Hono } from 'hono'

/** @param readiness null when everything works, else what does not, in Spanish */
export function healthRoutes({ readiness }: { readiness: () => Promise<string | null> }): Hono {
  const routes = new Hono()
  routes.get('/healthz', c => c.text('ok'))
  routes.get('/readyz', async c => {
    const reason = await readiness()
    return reason === null ? c.text('ok') : c.text(reason, 503)
  })
  return routes
}
