import { Hono } from 'hono'
import { z } from 'zod'
import type { ReadSignedIn } from '#server/accounts/credentials.ts'
import { clock } from '#server/base/clock.ts'
import { FairSemaphore } from '#server/base/fair-semaphore.ts'
import type { Log } from '#server/base/log.ts'
import { exportAlerts } from '#server/operations/export-alerts.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { type SearchIndex, walkHistory } from '#server/store/history/history.ts'
import { exportFormats } from '#shared/list-choices.ts'
import { alertFilterSchema, instantSchema } from '#shared/model/alert.ts'
import { statsScopeSchema } from '#shared/model/stats.ts'
import { errorAnswer, unauthorized } from './error-answer.ts'

const querySchema = alertFilterSchema.extend({
  gaps: z.stringbool().optional(),
  format: z.enum(exportFormats),
  /** Excludes alerts received later. */
  before: instantSchema.optional(),
  tz: statsScopeSchema.shape.tz.default('UTC'),
})

/** One turn at a time per account: its downloads share one of the database connections for reading. */
const TURNS = {
  atOnce: Number.POSITIVE_INFINITY,
  ofEach: 1,
  waiting: Number.POSITIVE_INFINITY,
  waitingOfEach: Number.POSITIVE_INFINITY,
  patience: Number.POSITIVE_INFINITY,
}

/** Downloads the history that a filter finds. Outside the contract, whose calls don't stream files. */
export function alertDownloadRoutes({
  reader,
  search,
  log,
  readSignedIn,
}: {
  reader: Database
  search: SearchIndex
  log: Log
  readSignedIn: ReadSignedIn
}): Hono {
  const turns = new FairSemaphore(TURNS)
  const routes = new Hono()
  routes.get('/api/alerts/export', async c => {
    const who = await readSignedIn(c.req.raw.headers)
    if (!who) return unauthorized(c)
    const query = querySchema.safeParse(c.req.query())
    if (!query.success) {
      const [issue] = query.error.issues
      return errorAnswer(c, 422, 'INPUT_INVALID', `${issue?.path.join('.')}: ${issue?.message}`)
    }
    const { format, tz, before, ...filter } = query.data
    const history = { reading: { db: reader, userId: who.userId }, search }
    const text = exportAlerts(walkHistory(history, filter, before), { format, tz })
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: tz }).format(clock.now())
    const pieces = gathered(text, log)
    return c.body(ReadableStream.from(eachInTurn(pieces, turns, who.userId)), 200, {
      'content-type': types[format],
      'content-disposition': `attachment; filename="pregonero-alertas-${day}.${format}"`,
      'cache-control': 'no-store',
    })
  })
  return routes
}

const types = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' }

const PIECE_LENGTH = 65_536

/** Makes each piece within a turn, and holds no turn while the client reads. */
async function* eachInTurn<T>(
  pieces: AsyncGenerator<T>,
  turns: FairSemaphore,
  who: string,
): AsyncGenerator<T> {
  try {
    for (;;) {
      const next = await turns.run(who, () => pieces.next())
      if (next.done) return
      yield next.value
    }
  } finally {
    await pieces.return(undefined)
  }
}

/** Joins parts into pieces that are worth a write each. */
async function* gathered(text: AsyncIterable<string>, log: Log): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let piece = ''
  try {
    for await (const part of text) {
      piece += part
      if (piece.length < PIECE_LENGTH) continue
      yield encoder.encode(piece)
      piece = ''
    }
  } catch (error) {
    log.error({ err: error }, 'an export broke off')
    throw error
  }
  yield encoder.encode(piece)
}
