import { randomUUID } from 'node:crypto'
import { clock } from '#server/base/clock.ts'
import { orderedIdsFrom } from '#server/base/ids.ts'
import type { Log } from '#server/base/log.ts'
import { type Repeated, repeat } from '#server/base/repeat.ts'
import type { Live } from '#server/live/live.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { deleteAbsences } from '#server/store/watch/absences.ts'
import {
  AWAY_AFTER_MS,
  DutyLostError,
  lastReceiving,
  leaveDuty,
  markInactive,
  moveCursor,
  onDuty,
  takeDuty,
} from '#server/store/watch/duty.ts'
import {
  ABSENCES_COUNT_MS,
  circumstancesOf,
  deleteSeriesById,
  dueSeries,
  hasAlertsBehind,
  insertSeries,
  pageOfAlerts,
  SeriesChangedError,
  type SeriesKey,
  seriesOf,
  trimSeries,
  writeJudged,
  writeLearned,
} from '#server/store/watch/learning.ts'
import { raiseBeats, remind, summarize } from './daily.ts'
import { raiseAll } from './raise.ts'
import type { Raised } from './raised.ts'
import { WatchThread } from './watch-thread.ts'

/** Max series judged at once; a single account may have more, since its due series are judged together. */
const JUDGED_AT_ONCE = 200
/** Max series keys learned at once: the rows of series are long. */
const LEARNED_AT_ONCE = 100
const MINUTE_MS = 60_000
/** Pause between two pages of a long history, for other work. */
const REST_MS = 5

export type WatcherTools = {
  db: Database
  /** Database for long reads. */
  reader: Database
  /** Milliseconds: interval between checks, lease, and age below which alerts are left for later. */
  delays: { watch: number; watchLease: number; watchLag: number }
  /** The installation's time zone. */
  timeZone: string
  live: Pick<Live, 'changed'>
  log: Log
  /** Called when an alarm is to be sent. */
  onRaised: () => void
}

/**
 * Learns from alerts that came, judges missing ones, and raises alarms. Only one of several processes watches.
 * Computing runs on its own thread, and each change is written with the alarm that it raises.
 */
export class Watcher implements AsyncDisposable {
  readonly #tools: WatcherTools
  readonly #holder = randomUUID()
  readonly #thread = new WatchThread()
  #repeated: Repeated | undefined
  #notedAt = 0
  /** Id of the last alert of a page that was not the last one; empty: the next page begins at the cursor. */
  #readsOn = ''

  constructor(tools: WatcherTools) {
    this.#tools = tools
  }

  start(): void {
    const { delays, log } = this.#tools
    this.#repeated = repeat(() => this.#step(), {
      every: delays.watch,
      rest: REST_MS,
      onError: error => {
        if (!(error instanceof DutyLostError)) log.warn({ err: error }, 'Vigía looks again later')
      },
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#repeated?.[Symbol.asyncDispose]()
    await this.#thread[Symbol.asyncDispose]()
    if (this.#repeated)
      await leaveDuty(this.#tools.db, this.#holder).catch(error =>
        this.#tools.log.warn({ err: error }, 'the other processes watch when the lease has ended'),
      )
  }

  /** @returns whether there is more to do */
  async #step(): Promise<boolean> {
    const { db, delays } = this.#tools
    await this.#thread.restWhenIdle()
    const cursor = await takeDuty(db, this.#holder, delays.watchLease)
    if (cursor === null) return false
    const now = clock.now()
    try {
      if (await this.#learn(cursor, now)) return true
      await this.#noteAbsences(now)
      const received = await lastReceiving(db)
      // Alerts are not missing while no process can receive them.
      if (received === null || now - received > AWAY_AFTER_MS) return false
      const tools = { ...this.#tools, holder: this.#holder }
      await raiseBeats(tools, now)
      await remind(tools, now)
      await summarize(tools, now)
      // Alerts that came within the lag may not be learned yet.
      return await this.#judge(now - delays.watchLag)
    } catch (error) {
      if (error instanceof SeriesChangedError) return true
      throw error
    }
  }

  /** @returns whether there is more to learn */
  async #learn(cursor: string, now: number): Promise<boolean> {
    const { db, reader, live, delays } = this.#tools
    const tooNew = { from: now - delays.watchLag, to: now }
    // A clock that was ahead gave alerts ids of the future: read them again rather than miss current ones.
    const bound = orderedIdsFrom(Math.floor(tooNew.from))
    const from = least(cursor, bound)
    if (from !== cursor) await onDuty(db, this.#holder, trx => moveCursor(trx, from))
    const after = this.#readsOn > from ? this.#readsOn : from
    this.#readsOn = ''
    // Not asked of the reader: each check would keep its thread awake.
    if (!(await hasAlertsBehind(db, after))) return false
    const { page, hasMore: isFull } = await pageOfAlerts(reader, after)
    const { last, isBehind, keys } = await this.#thread.ask('page', { page, isFull, tooNew })
    if (last === undefined) return false
    // If this ends early, the page is read again; firings that were learned are known then.
    for (let from = 0; from < keys.length; from += LEARNED_AT_ONCE)
      await this.#study(keys.slice(from, from + LEARNED_AT_ONCE), isBehind, now)
    await onDuty(db, this.#holder, trx => moveCursor(trx, least(last, bound)))
    if (isBehind) this.#readsOn = last
    else
      for (const userId of new Set(keys.map(({ user_id }) => user_id)))
        live.changed(userId, 'watch')
    return isBehind
  }

  async #study(keys: readonly SeriesKey[], isBehind: boolean, now: number): Promise<void> {
    const { db, timeZone, log } = this.#tools
    const known = await seriesOf(db, keys)
    const setting = { ...(await circumstancesOf(db, keys, now)), now, timeZone }
    const learned = await this.#thread.ask('study', { keys, known, isBehind, setting })
    if (learned.failed.length > 0)
      log.error({ failed: learned.failed.slice(0, 10) }, 'what fired could not be learned from')
    await onDuty(db, this.#holder, async trx => {
      await deleteSeriesById(trx, learned.removed)
      await writeLearned(trx, learned.changed, learned.changedCount)
      await insertSeries(trx, learned.made)
      for (const userId of learned.madeFor) await trimSeries(trx, userId)
      await raiseAll(trx, learned.raised)
    })
    this.#tell(learned.raised)
  }

  async #judge(now: number): Promise<boolean> {
    const { db, timeZone, live } = this.#tools
    const { known, isAll } = await dueSeries(db, now, JUDGED_AT_ONCE)
    if (known.length === 0) return false
    const setting = { ...(await circumstancesOf(db, known, now)), now, timeZone }
    const judged = await this.#thread.ask('judge', { known, setting })
    await onDuty(db, this.#holder, async trx => {
      await deleteSeriesById(trx, judged.removed)
      await writeJudged(trx, judged.changed, judged.changedCount)
      await raiseAll(trx, judged.raised)
    })
    this.#tell(judged.raised)
    for (const userId of new Set(known.map(({ user_id }) => user_id))) live.changed(userId, 'watch')
    return !isAll
  }

  /** Once a minute, notes the times in which connections are inactive, and deletes old ones. */
  async #noteAbsences(now: number): Promise<void> {
    if (now - this.#notedAt < MINUTE_MS && now >= this.#notedAt) return
    const { db } = this.#tools
    const since = this.#notedAt > 0 ? Math.min(this.#notedAt, now) : now - MINUTE_MS
    await markInactive(db, since, now)
    await deleteAbsences(db, now - ABSENCES_COUNT_MS)
    this.#notedAt = now
  }

  #tell(raised: readonly Raised[]): void {
    if (raised.length === 0) return
    const { live, onRaised } = this.#tools
    const users = new Set(raised.map(({ alarm }) => alarm.user_id))
    for (const userId of users) live.changed(userId, 'watch', 'notifications')
    if (raised.some(({ reason }) => reason === null)) onRaised()
  }
}

const least = (one: string, other: string): string => (one < other ? one : other)
