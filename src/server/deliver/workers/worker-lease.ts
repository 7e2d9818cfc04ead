import { randomUUID } from 'node:crypto'
import type { Delays } from '#server/deliver/delays.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import { enlist, isAlive, renew } from '#server/store/queue/workers.ts'
import type { Lease } from './bot-assignment.ts'

/** One life of this process among the workers, and the bots that it works for. */
export class Membership implements Lease {
  readonly id = randomUUID()
  /** The bots, and since when, on the monotonic clock. */
  readonly bots = new Map<string, number>()
  readonly #db: Database
  readonly #delays: Delays
  /** On the monotonic clock, counted from before the database was asked. */
  #until = Number.NEGATIVE_INFINITY
  /** By how much the database's clock is ahead of the monotonic one. */
  #clockAhead = Number.POSITIVE_INFINITY

  constructor(db: Database, delays: Delays) {
    this.#db = db
    this.#delays = delays
  }

  age(botId: string): number {
    return performance.now() - (this.bots.get(botId) ?? performance.now())
  }

  mayBegin(): boolean {
    return performance.now() < this.#until - this.#delays.leaseMargin
  }

  stands(trx: Transacting): Promise<boolean> {
    return isAlive(trx, this.id)
  }

  async begin(): Promise<void> {
    const asked = performance.now()
    await enlist(this.#db, this.id, this.#delays.lease)
    this.#until = asked + this.#delays.lease
  }

  /**
   * @returns null when the others have given it up; else it goes on. `isClockAhead`: the database's
   *   clock was set ahead, by which everybody looks overdue who was not heard of since
   */
  async renew(): Promise<{ isClockAhead: boolean } | null> {
    const asked = performance.now()
    const now = await renew(this.#db, this.id, this.#delays.lease)
    if (now === null) return null
    this.#until = asked + this.#delays.lease
    const before = this.#clockAhead
    this.#clockAhead = now - performance.now()
    return { isClockAhead: this.#clockAhead - before > this.#delays.leaseMargin }
  }
}
