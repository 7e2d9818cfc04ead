import { Hono } from 'hono'
import type { Log } from '#server/base/log.ts'
import { StoreBusyError } from '#server/store/engine/store-errors.ts'
import type { Heartbeats } from '#server/watch/take-beat.ts'
import { MAX_ID_LENGTH } from '#shared/limits.ts'
import { errorAnswer } from './error-answer.ts'

/** Max bytes read of a body, which is discarded. */
const MAX_BYTES = 65_536

/** Receives TradingView's heartbeats, and tells external monitors whether they arrive. */
export function heartbeatRoutes({ heartbeats, log }: { heartbeats: Heartbeats; log: Log }): Hono {
  const routes = new Hono()

  routes.post('/latido/:id', async c => {
    if (!(await isShort(c.req.raw))) {
      c.header('Connection', 'close')
      return errorAnswer(c, 413, 'TOO_LARGE', 'El cuerpo de un latido admite 64 KB.')
    }
    const isTaken = await asked(() => heartbeats.take(idOf(c.req.param('id'))))
    if (isTaken === 'away') return busy(c)
    return isTaken ? c.json({ heartbeat: true }, 202) : unknown(c)
  })

  routes.get('/latido/:id', async c => {
    const isAlive = await asked(() => heartbeats.isAlive(idOf(c.req.param('id'))))
    c.header('Cache-Control', 'no-store')
    if (isAlive === 'away') return busy(c)
    if (isAlive === null) return unknown(c)
    return isAlive ? c.text('ok') : c.text('El latido falta.', 503)
  })

  async function asked<T>(ask: () => Promise<T>): Promise<T | 'away'> {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof StoreBusyError)) throw error
      log.warn({ err: error }, 'a heartbeat could not be taken')
      return 'away'
    }
  }
  return routes
}

type Answering = Parameters<typeof errorAnswer>[0]

const unknown = (c: Answering) =>
  errorAnswer(c, 404, 'NOT_FOUND', 'No hay ningún latido con esta dirección.')

const busy = (c: Answering) =>
  errorAnswer(c, 503, 'BUSY', 'No se pudo usar la base de datos. Vuelve a intentarlo.')

/** Truncates a longer id to one character over the maximum: it still matches no heartbeat. */
const idOf = (id: string): string => id.slice(0, MAX_ID_LENGTH + 1)

/** True if the body is within the limit. Reads no further than that. */
async function isShort({ body, headers }: Request): Promise<boolean> {
  if (Number(headers.get('content-length') ?? 0) > MAX_BYTES) return false
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > MAX_BYTES) return false
  }
  return true
}
