import { clock } from '#server/base/clock.ts'
import type { Log } from '#server/base/log.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { StoreBusyError } from '#server/store/engine/store-errors.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import {
  isFailure,
  type NewAccountEvent,
  recordAccountEvent,
} from '#server/store/rows/account-events.ts'
import { findAccount } from '#server/store/rows/accounts.ts'
import { accountDraftSchema } from '#shared/model/account.ts'

/** Max combinations of account, kind and network whose failures wait to be written; others are only logged. */
const MOST_WAITING = 1_000
/** Delay before failures are written, so that they are added up and their requests are answered first. */
const WRITE_EVERY_MS = 250

/** An account by its id, or by an e-mail that may belong to no account. */
export type Whose = { userId: string } | { email: string }
type Happened = Omit<NewAccountEvent, 'userId'>
type Failures = { whose: Whose; event: Happened; count: number }

/**
 * Records account events and never throws: an event that the database does not accept is only logged.
 * Successes are written before the answer leaves. Failures are added up and written after it, so that
 * response times do not reveal whether an e-mail has an account.
 */
export class EventRecorder implements AsyncDisposable {
  readonly #db: Database
  readonly #onRecorded: (userId: string) => void
  readonly #log: Log
  /** Failures to write, by account, kind and network. */
  readonly #failures = new Map<string, Failures>()
  readonly #closing = new AbortController()
  #writing: Promise<void> | undefined

  constructor({
    db,
    log,
    onRecorded,
  }: {
    db: Database
    log: Log
    onRecorded: (userId: string) => void
  }) {
    this.#db = db
    this.#log = log
    this.#onRecorded = onRecorded
  }

  /** Resolves for a success once it is written or its write has failed; for a failure, once it is queued. */
  async record(whose: Whose, event: Happened): Promise<void> {
    if (!isFailure(event.kind)) {
      await this.#write(whose, event)
      return
    }
    const key = JSON.stringify([whose, event.kind, event.network])
    const waiting = this.#failures.get(key)
    if (waiting) Object.assign(waiting, { event, count: waiting.count + 1 })
    else if (this.#failures.size >= MOST_WAITING) return
    else this.#failures.set(key, { whose, event, count: 1 })
    this.#writing ??= this.#writeFailures()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort()
    await this.#writing
  }

  async #writeFailures(): Promise<void> {
    while (this.#failures.size > 0) {
      await clock.pause(WRITE_EVERY_MS, { signal: this.#closing.signal }).catch(() => {})
      for (const [key, { whose, event, count }] of [...this.#failures]) {
        this.#failures.delete(key)
        if (await this.#write(whose, { ...event, count })) continue
        // All are retried after the next delay, or dropped on shutdown, which does not wait for a busy database.
        if (this.#closing.signal.aborted) this.#failures.clear()
        else this.#putBack(key, { whose, event, count })
        break
      }
    }
    this.#writing = undefined
  }

  /** Queues failures again that could not be written, added to those recorded since under the same key. */
  #putBack(key: string, failure: Failures): void {
    const newer = this.#failures.get(key)
    this.#failures.set(key, newer ? { ...newer, count: newer.count + failure.count } : failure)
  }

  /** @returns false if a retry may help: the database is busy, away or full */
  async #write(whose: Whose, event: Happened): Promise<boolean> {
    try {
      const userId = 'userId' in whose ? whose.userId : await this.#idOf(whose.email)
      if (userId === undefined) return true
      await transaction(this.#db, trx => recordAccountEvent(trx, { ...event, userId }, clock.now()))
      this.#onRecorded(userId)
      return true
    } catch (error) {
      this.#log.warn({ err: error, kind: event.kind }, 'an account event could not be written')
      return !(error instanceof StoreBusyError)
    }
  }

  async #idOf(email: string): Promise<string | undefined> {
    const { data } = accountDraftSchema.shape.email.safeParse(email)
    return data && (await findAccount(this.#db, data))?.id
  }
}
