import { randomUUID } from 'node:crypto'
import { clock } from '#server/base/clock.ts'
import type { Delays } from '#server/deliver/delays.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import { holdsLease, registerWorker, renewLease } from '#server/store/queue/workers.ts'
import type { Lease } from './bot-assignment.ts'

/** One lease of this process with its bots; a lost lease is replaced by a new one. */
export class WorkerLease implements Lease {
  readonly id = randomUUID()
  /** Bots with the time of their claim, on the monotonic clock. */
  readonly bots = new Map<string, number>()
  readonly #db: Database
  readonly #delays: Delays
  /** End of the lease on the monotonic clock, counted from before the database was asked. */
  #until = Number.NEGATIVE_INFINITY
  /** Milliseconds by which the database's clock is ahead of the monotonic one. */
  #clockAhead = Number.POSITIVE_INFINITY

  constructor(db: Database, delays: Delays) {
    this.#db = db
    this.#delays = delays
  }

  heldFor(botId: string): number {
    return clock.monotonic() - (this.bots.get(botId) ?? clock.monotonic())
  }

  allowsSend(): boolean {
    return clock.monotonic() < this.#until - this.#delays.leaseMargin
  }

  isValid(trx: Transacting): Promise<boolean> {
    return holdsLease(trx, this.id)
  }

  async begin(): Promise<void> {
    const asked = clock.monotonic()
    await registerWorker(this.#db, this.id, this.#delays.lease)
    this.#until = asked + this.#delays.lease
  }

  /**
   * Sends a heartbeat.
   * @returns null if the lease is lost. `isClockAhead`: the database's clock was set ahead, so every process without
   *   a heartbeat since then looks overdue
   */
  async renew(): Promise<{ isClockAhead: boolean } | null> {
    const asked = clock.monotonic()
    const now = await renewLease(this.#db, this.id, this.#delays.lease)
    if (now === null) return null
    this.#until = asked + this.#delays.lease
    const before = this.#clockAhead
    this.#clockAhead = now - clock.monotonic()
    return { isClockAhead: this.#clockAhead - before > this.#delays.leaseMargin }
  }
}
