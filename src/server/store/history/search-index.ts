import { sql } from 'kysely'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { clock } from '#server/base/clock.ts'
import { repeat } from '#server/base/repeat.ts'
import { prepared } from '#server/store/engine/prepared.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import { lockedTransaction, transaction } from '#server/store/engine/transaction.ts'
import type { SearchFile } from './search-file.ts'
import { type FoundAlert, sizeOfAlert, writeTexts } from './search-texts.ts'

/** Limits of one step: alerts, and bytes that are read for it. */
const STEP = { alerts: 300, bytes: 393_216 }
/** Milliseconds between steps, for other writers. */
const REST_MS = 25
const INDEX_EVERY_MS = 8_000
/** Milliseconds after which a pending alert is indexed without its outcome. */
const LONG_WAIT_MS = 10_000
/** Milliseconds that a search spends on indexing new alerts first. */
const AHEAD_MS = 250
/** Milliseconds that a search waits for other writers. */
const AHEAD_PATIENCE_MS = 100

/** Brings the index up to date every 8 seconds, newest alerts first. */
export function startSearchIndexing(search: SearchIndex, log: Logger): AsyncDisposable {
  const run = async (signal: AbortSignal) => {
    for await (const _ of search.steps(clock.now() - LONG_WAIT_MS)) {
      if (signal.aborted) return
      await clock.pause(REST_MS)
    }
  }
  return repeat(run, {
    every: INDEX_EVERY_MS,
    // The server is busy with other work at its start.
    first: INDEX_EVERY_MS,
    onError: error => log.warn({ err: error }, 'the search is brought up to date later'),
  })
}

/** Index of the alerts' search texts, updated in the background and before a search. */
export class SearchIndex {
  readonly #db: Database
  readonly #reader: Database
  readonly #file: SearchFile | undefined
  readonly #turn = pLimit(1)

  /** @param file holds the search texts; undefined if they are in the database itself */
  constructor({ db, reader, file }: { db: Database; reader: Database; file?: SearchFile }) {
    this.#db = db
    this.#reader = reader
    this.#file = file
  }

  /** Connection that reads the history and the search texts. */
  get reader(): Database {
    return this.#file?.db ?? this.#reader
  }

  /** Runs `work`, a second time if the search file was damaged and made anew. */
  async read<T>(work: (reader: Database) => Promise<T>): Promise<T> {
    try {
      return await work(this.reader)
    } catch (error) {
      if (!(await this.#heal(error))) throw error
      return await work(this.reader)
    }
  }

  /**
   * Brings the index up to date, but gives up when there is a lot to do or the database takes no writes now, so
   * that a search need not wait. `startSearchIndexing` logs errors.
   * @returns whether the index is up to date
   */
  async catchUp(): Promise<boolean> {
    let end: number | undefined
    try {
      for await (const _ of this.steps(Number.MAX_SAFE_INTEGER, AHEAD_PATIENCE_MS)) {
        end ??= clock.monotonic() + AHEAD_MS
        if (clock.monotonic() > end) return false
        await clock.turn()
      }
      return true
    } catch {
      return false
    }
  }

  /** Indexes everything, pending alerts included. */
  async finish(): Promise<void> {
    for await (const _ of this.steps(Number.MAX_SAFE_INTEGER));
  }

  /**
   * Indexes in steps: noted alerts, pending alerts, and alerts older than a file that was made anew.
   * @param waitingSince only pending alerts received before this instant, milliseconds UTC
   */
  async *steps(waitingSince: number, patience?: number): AsyncGenerator<void> {
    try {
      await this.#turn(() => this.#file?.prepare())
      while (await this.#indexNoted(patience)) yield
      yield* this.#indexWaiting(waitingSince, patience)
      // An alert settled between the two steps was in neither of them; its note is new.
      while (await this.#indexNoted(patience)) yield
      while (await this.#indexUnread(patience)) yield
    } catch (error) {
      await this.#heal(error)
      throw error
    }
  }

  /** @returns whether the file was damaged and is made anew */
  async #heal(error: unknown): Promise<boolean> {
    return (await this.#turn(() => this.#file?.heal(error))) ?? false
  }

  /** @returns whether more notes are left; notes that arrive meanwhile are left to the next run */
  async #indexNoted(patience?: number): Promise<boolean> {
    if ((await anyNote(this.#db)).length === 0) return false
    return this.#turn(async () => {
      const { known, hasMore } = await this.#write(patience, async trx => {
        const noted = await notedAlerts(trx)
        const notes = fitting(noted)
        const left = await writeTexts(trx, idsOf(notes))
        const known = notes.filter(({ alert_id }) => !left.has(alert_id))
        if (this.#file) await this.#file.keepNote(trx, notes[0]?.seq ?? 0)
        else await forget(trx, known)
        return { known, hasMore: known.length < noted.length || noted.length === STEP.alerts }
      })
      // Deleted last: after a crash in between, the alerts are only indexed twice.
      if (this.#file) await transaction(this.#db, trx => forget(trx, known), { patience })
      return hasMore
    })
  }

  async *#indexWaiting(waitingSince: number, patience?: number): AsyncGenerator<void> {
    if ((await anyWaiting(this.#db)).length === 0) return
    for (let before = Number.MAX_SAFE_INTEGER; ; ) {
      const next = await this.#turn(() =>
        this.#write(patience, async trx => {
          const queued = await unknownInQueue(trx, before)
          const waiting = queued.filter(({ received_at }) => received_at < waitingSince)
          const fits = fitting(waiting)
          const left = await writeTexts(trx, idsOf(fits))
          if (left.size > 0) return before
          return fits.length < waiting.length ? fits.at(-1)?.seq : queued.at(-1)?.seq
        }),
      )
      if (next === undefined) return
      before = next
      yield
    }
  }

  /** @returns whether there may be more */
  async #indexUnread(patience?: number): Promise<boolean> {
    const file = this.#file
    if (!file || file.isWhole) return false
    await this.#turn(async () => {
      file.isWhole = await this.#write(patience, async trx => {
        const unread = fitting(await file.unread(trx, STEP.alerts))
        const left = await writeTexts(trx, idsOf(unread))
        if (left.size === 0) await file.keepRead(trx, unread.at(-1))
        return unread.length === 0
      })
    })
    return !file.isWhole
  }

  #write<T>(patience: number | undefined, work: (trx: Transacting) => Promise<T>): Promise<T> {
    return lockedTransaction(this.#file?.db ?? this.#db, 'the search', work, patience)
  }
}

const anyOf = (table: 'search_changes' | 'deliveries') =>
  prepared(db => db.selectFrom(table).select('seq').limit(1))
const anyNote = anyOf('search_changes')
const anyWaiting = anyOf('deliveries')

const notedAlerts = (trx: Transacting): Promise<FoundAlert[]> =>
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
    .select(['notes.seq', 'notes.alert_id', sizeOfAlert.as('size')])
    .orderBy('notes.seq', 'desc')
    .execute()

/** Queued alerts that are not indexed yet, newest first. */
async function unknownInQueue(
  trx: Transacting,
  before: number,
): Promise<(FoundAlert & { received_at: number })[]> {
  const { rows } = await sql<FoundAlert & { received_at: number }>`
    select queued.seq, queued.alert_id, received_at, ${sizeOfAlert} as size
    from (
      select seq, alert_id from deliveries
      where seq < ${before} and not exists (select 1 from search_texts
        where search_texts.alert_id = deliveries.alert_id)
      order by seq desc limit ${sql.lit(STEP.alerts)}
    ) as queued join alerts on alerts.id = queued.alert_id
    order by queued.seq desc`.execute(trx)
  return rows
}

/** The first alerts that fit into one step, at least one. */
function fitting(alerts: readonly FoundAlert[]): FoundAlert[] {
  let bytes = 0
  return alerts.filter(({ size }, place) => {
    bytes += size ?? 0
    return place === 0 || bytes <= STEP.bytes
  })
}

const idsOf = (alerts: readonly FoundAlert[]): string[] => [
  ...new Set(alerts.map(({ alert_id }) => alert_id)),
]

/** Deletes notes; the list is empty if another process was faster, or all alerts were left for the next run. */
async function forget(trx: Transacting, notes: readonly FoundAlert[]): Promise<void> {
  if (notes.length === 0) return
  const seqs = notes.map(({ seq }) => seq)
  await trx.deleteFrom('search_changes').where('seq', 'in', seqs).execute()
}
