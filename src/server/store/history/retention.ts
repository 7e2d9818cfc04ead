import type { Logger } from 'pino'
import { clock } from '#server/base/clock.ts'
import { type Repeated, repeat } from '#server/base/repeat.ts'
import { type Owner, type OwnerTransacting, ownerTransaction } from '#server/store/engine/owner.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { deleteAlerts } from '#server/store/rows/alerts.ts'
import { raiseHistoryFloor } from '#server/store/rows/deleted-alerts.ts'
import { accountsWithRetention, retentionDays } from '#server/store/rows/profiles.ts'
import { DAY_MS } from '#shared/limits.ts'
import { ageLimit, saveClock } from './trusted-clock.ts'

/** Alerts per transaction; other writers get their turn in between. */
const BATCH_SIZE = 500
const HOUR_MS = 3_600_000
/** Milliseconds from a failure to the retry. */
const RETRY_MS = 60_000

interface RetentionOptions {
  db: Database
  log: Logger
  /** Called after each batch of deleted alerts, with the lanes of their cancelled deliveries. */
  onDeleted: (userId: string, lanes: string[]) => void
}

/** Deletes alerts older than their account's retention, one account after the other. */
export class HistoryRetention implements AsyncDisposable {
  readonly #options: RetentionOptions
  /** Accounts whose alerts are to be checked. */
  readonly #due = new Set<string>()
  /** Next update of the trusted clock and next check of all accounts, on the monotonic clock. */
  #advanceAt = Number.POSITIVE_INFINITY
  #allDueAt = Number.POSITIVE_INFINITY
  readonly #work: Repeated

  constructor(options: RetentionOptions) {
    this.#options = options
    this.#work = repeat(signal => this.#run(signal), {
      every: RETRY_MS,
      first: RETRY_MS,
      onError: error => this.#complain(error),
    })
  }

  /** Starts checking all accounts once a day, and updating the trusted clock once an hour. */
  start(): void {
    this.#advanceAt = clock.monotonic()
    this.#allDueAt = clock.monotonic()
    this.#work.soon()
  }

  /** Checks one account when its turn comes. */
  clear(userId: string): void {
    this.#due.add(userId)
    this.#work.soon()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#work[Symbol.asyncDispose]()
  }

  async #run(signal: AbortSignal): Promise<void> {
    try {
      await this.#keepTime()
    } catch (error) {
      this.#complain(error)
    }
    for (const userId of [...this.#due]) {
      this.#due.delete(userId)
      try {
        await this.#clear(userId, signal)
      } catch (error) {
        this.#due.add(userId)
        this.#complain(error)
      }
    }
  }

  async #keepTime(): Promise<void> {
    const { db } = this.#options
    const now = clock.monotonic()
    if (now >= this.#advanceAt) {
      await this.#advanceClock()
      this.#advanceAt = now + HOUR_MS
    }
    if (now >= this.#allDueAt) {
      for (const userId of await accountsWithRetention(db)) this.#due.add(userId)
      this.#allDueAt = now + DAY_MS
    }
  }

  async #advanceClock(): Promise<void> {
    const { db, log } = this.#options
    const ahead = await saveClock(db)
    if (ahead > 0)
      log.warn(
        { days: Math.round(ahead / DAY_MS) },
        'the clock is ahead of the time that has passed: what is deleted by its age waits for that',
      )
  }

  async #clear(userId: string, signal: AbortSignal): Promise<void> {
    const { db, onDeleted } = this.#options
    for await (const { lanes } of deleteExpired({ db, userId }, signal)) onDeleted(userId, lanes)
  }

  #complain(error: unknown): void {
    this.#options.log.warn({ err: error }, 'old alerts are deleted later')
  }
}

type Step = { deleted: number; lanes: string[] }
const NOTHING: Step = { deleted: 0, lanes: [] }

/**
 * Deletes an account's expired alerts in batches, until all are gone or `signal` aborts.
 * Reads the account's retention before each batch.
 * @returns for each batch the number of deleted alerts, and the lanes of their cancelled deliveries
 */
export async function* deleteExpired(owner: Owner, signal: AbortSignal): AsyncGenerator<Step> {
  while (!signal.aborted) {
    const step = await ownerTransaction(owner, deleteExpiredBatch)
    if (step.deleted === 0) return
    yield step
    await clock.turn()
  }
}

async function deleteExpiredBatch(own: OwnerTransacting): Promise<Step> {
  const days = await retentionDays(own)
  if (days === null) return NOTHING
  const limit = await ageLimit(own.db, days)
  const oldest = await oldestBefore(own, limit)
  if (oldest.length === 0) return NOTHING
  await raiseHistoryFloor(own, limit)
  return deleteAlerts(own, oldest)
}

async function oldestBefore({ db, userId }: OwnerTransacting, before: number): Promise<string[]> {
  const rows = await db
    .selectFrom('alerts')
    .select('id')
    .where('user_id', '=', userId)
    .where('received_at', '<', before)
    .orderBy('received_at')
    .limit(BATCH_SIZE)
    .execute()
  return rows.map(row => row.id)
}
