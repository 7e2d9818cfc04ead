import { Hono } from 'hono'
import type { Log } from '#server/base/log.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { StoreBusyError } from '#server/store/engine/store-errors.ts'
import { createWriteProbe, ping } from '#server/store/health.ts'
import { storeTrouble } from './error-answer.ts'

type Parts = {
  db: Database
  /** True if deliveries are ending because the process is. */
  isStopping: () => boolean
  log: Log
}

export function healthRoutes(parts: Parts): Hono {
  const whyNot = createReadiness(parts)
  const routes = new Hono()
  routes.get('/healthz', c => c.text('ok'))
  routes.get('/readyz', async c => {
    const reason = await whyNot()
    return reason === null ? c.text('ok') : c.text(reason, 503)
  })
  return routes
}

/** Returns a check: null if everything works, else the fault in Spanish. */
function createReadiness({ db, isStopping, log }: Parts): () => Promise<string | null> {
  const takesWrites = createWriteProbe(db)
  let logged: string | undefined
  return async () => {
    try {
      await ping(db)
      await takesWrites()
      logged = undefined
      return isStopping() ? 'Pregonero se está deteniendo.' : null
    } catch (error) {
      // A fault is logged once until everything works again.
      if (String(error) !== logged) log.error({ err: error }, 'not ready')
      logged = String(error)
      return error instanceof StoreBusyError
        ? storeTrouble(error)
        : 'No se puede escribir en la base de datos.'
    }
  }
}
