import { sql } from 'kysely'
import type { Logger } from 'pino'
import { repeat } from '#server/base/repeat.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import { lockedTransaction } from '#server/store/engine/transaction.ts'
import { writeTexts } from './search-texts.ts'

/** Alerts of one step, and the characters that are read for it: some milliseconds. */
const STEP = { alerts: 25, characters: 16_384 }
/** Other writers have their turn in between. */
const REST_MS = 25
const INDEX_EVERY_MS = 2_000
/** How long an alert waits for its outcome before the search learns of it without one. */
const LONG_WAIT_MS = 10_000
/** How long a search first brings the index up to date, to find what has just come. */
const AHEAD_MS = 250
/** How long it waits for other writers. */
const AHEAD_PATIENCE_MS = 100

/** Brings the search up to date with the history again and again, the newest alerts first. */
export function startSearchIndexing(db: Database, log: Logger): AsyncDisposable {
  let lookedAt = Number.NEGATIVE_INFINITY
  const run = async (signal: AbortSignal) => {
    const isLong = performance.now() - lookedAt >= LONG_WAIT_MS
    if (isLong) lookedAt = performance.now()
    for await (const _ of indexing(db, isLong ? Date.now() - LONG_WAIT_MS : null)) {
      if (signal.aborted) return
      await new Promise(resolve => setTimeout(resolve, REST_MS))
    }
  }
  return repeat(run, {
    every: INDEX_EVERY_MS,
    onError: error => log.warn({ err: error }, 'the search is brought up to date later'),
  })
}

/**
 * Brings the search up to date, unless there is a lot to do or the database takes no writes now: a
 * search need not wait for that. `startSearchIndexing` logs what is wrong.
 * @returns whether it is up to date
 */
export async function indexNewest(db: Database): Promise<boolean> {
  const end = performance.now() + AHEAD_MS
  try {
    for await (const _ of indexing(db, Number.MAX_SAFE_INTEGER, AHEAD_PATIENCE_MS)) {
      if (performance.now() > end) return false
      await new Promise(setImmediate)
    }
    return true
  } catch {
    return false
  }
}

/** Until nothing is left to do, whatever waits. */
export async function indexAll(db: Database): Promise<void> {
  for await (const _ of indexing(db, Number.MAX_SAFE_INTEGER));
}

/**
 * Step by step: the alerts that are noted, then those that wait for their outcome.
 * @param waitingSince milliseconds UTC: since before when they wait; null leaves them out
 */
async function* indexing(
  db: Database,
  waitingSince: number | null,
  patience?: number,
): AsyncGenerator<void> {
  const step = <T>(work: (trx: Transacting) => Promise<T>) =>
    lockedTransaction(db, 'the search', work, patience)
  while (await isAny(db, 'search_changes')) {
    await step(async trx => {
      const notes = fitting(await notedAlerts(trx))
      const left = await writeTexts(trx, idsOf(notes))
      await forget(
        trx,
        notes.filter(note => !left.has(note.alert_id)),
      )
    })
    yield
  }
  if (waitingSince === null || !(await isAny(db, 'deliveries'))) return
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const next = await step(async trx => {
      const waiting = fitting(await waitingAlerts(trx, { waitingSince, before }))
      const left = await writeTexts(trx, idsOf(waiting))
      return left.size > 0 ? before : waiting.at(-1)?.seq
    })
    if (next === undefined) return
    before = next
    yield
  }
}

async function isAny(db: Database, table: 'search_changes' | 'deliveries'): Promise<boolean> {
  const rows = await db.selectFrom(table).select('seq').limit(1).execute()
  return rows.length > 0
}

/** @property size bytes to read; null where the alert is gone */
type Found = { seq: number; alert_id: string; size: number | null }

const size = sql<number>`octet_length(alerts.payload) + coalesce(octet_length(alerts.message_text), 0)`

const notedAlerts = (trx: Transacting): Promise<Found[]> =>
  trx
    .selectFrom(eb =>
      eb
        .selectFrom('search_changes')
        .select(['seq', 'alert_id'])
        .orderBy('seq', 'desc')
        .limit(STEP.alerts)
        .as('notes'),
    )
    .leftJoin('alerts', 'alerts.id', 'notes.alert_id')
    .select(['notes.seq', 'notes.alert_id', size.as('size')])
    .orderBy('notes.seq', 'desc')
    .execute()

/** Those that no text tells of. */
async function waitingAlerts(
  trx: Transacting,
  { waitingSince, before }: { waitingSince: number; before: number },
): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select deliveries.seq, deliveries.alert_id, ${size} as size
    from deliveries cross join alerts
    where deliveries.seq < ${before} and alerts.id = deliveries.alert_id
      and alerts.received_at < ${waitingSince}
      and not exists (select 1 from search_texts
        where search_texts.alert_id = deliveries.alert_id)
    order by deliveries.seq desc limit ${sql.lit(STEP.alerts)}`.execute(trx)
  return rows
}

/** As many as make a step. */
function fitting(alerts: readonly Found[]): Found[] {
  let all = 0
  return alerts.filter(({ size }, place) => {
    all += size ?? 0
    return place === 0 || all <= STEP.characters
  })
}

const idsOf = (alerts: readonly Found[]): string[] => [
  ...new Set(alerts.map(({ alert_id }) => alert_id)),
]

/** None where another process was faster. */
async function forget(trx: Transacting, notes: readonly Found[]): Promise<void> {
  if (notes.length === 0) return
  const seqs = notes.map(({ seq }) => seq)
  await trx.deleteFrom('search_changes').where('seq', 'in', seqs).execute()
}
