import { randomUUID } from 'node:crypto'
import type { Database, Transacting } from '#server/store/schema.ts'
import { enlist, isAlive, renew } from '#server/store/workers.ts'
import type { Delays } from './delays.ts'
import type { Lease } from './share.ts'

/** One life of this process among the workers, and the bots that it works for. */
export class Membership implements Lease {
  readonly id = randomUUID()
  /** The bots, and since when, on the monotonic clock. */
  readonly bots = new Map<string, number>()
  readonly #db: Database
  readonly #delays: Delays
  /** On the monotonic clock, counted from before the database was asked. */
  #until = Number.NEGATIVE_INFINITY

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

  /** @returns whether nobody has given it up; if so, it goes on */
  async renew(): Promise<boolean> {
    const asked = performance.now()
    const stands = await renew(this.#db, this.id, this.#delays.lease)
    if (stands) this.#until = asked + this.#delays.lease
    return stands
  }
}
