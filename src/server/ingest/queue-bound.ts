import { clock } from '#server/base/clock.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { countWaiting } from '#server/store/queue/count-waiting.ts'
import { MAX_WAITING_ALERTS } from '#shared/limits.ts'

export type Bound = {
  /** Max waiting alerts of an account. */
  most: number
  /** Alerts that a process stores before it recounts the waiting ones. */
  countAfter: number
}

const BOUND: Bound = { most: MAX_WAITING_ALERTS, countAfter: 5_000 }
const COUNT_EVERY_MS = 1_000

type Queue = {
  /** Upper bound of waiting alerts, without alerts that other processes stored since the last count. */
  length: number
  /** Alerts that this process stored since the last count. */
  uncounted: number
  countedAt: number
  isCounting: boolean
}

/**
 * Bounds the waiting alerts of an account without counting while a webhook is stored: adds the alerts that this
 * process stores to the last count, which runs separately. Each process may exceed the bound by the alerts that it
 * stores between two counts.
 */
export class QueueBound {
  readonly #reader: Database
  readonly #bound: Bound
  readonly #queues = new Map<string, Queue>()
  /** Accounts of connections whose alerts were refused, by connection id. */
  readonly #refused = new Map<string, string>()

  /** @param reader database for counting */
  constructor(reader: Database, bound = BOUND) {
    this.#reader = reader
    this.#bound = bound
  }

  /** Counts one more waiting alert. */
  add(userId: string): void {
    const queue = this.#queues.get(userId) ?? newQueue()
    this.#queues.set(userId, queue)
    queue.length += 1
    queue.uncounted += 1
    if (queue.uncounted >= this.#bound.countAfter) this.#count(userId, queue)
  }

  /** True if an alert to this connection has to be refused. */
  isFull({ user_id: userId, id: connectionId }: { user_id: string; id: string }): boolean {
    const queue = this.#queues.get(userId)
    if (!queue || queue.length < this.#bound.most) {
      this.#refused.delete(connectionId)
      return false
    }
    this.#refused.set(connectionId, userId)
    this.#count(userId, queue)
    return true
  }

  /** Like `isFull`, before the connection is read: true only after an alert to it was refused. */
  isKnownFull(connectionId: string): boolean {
    const userId = this.#refused.get(connectionId)
    return userId !== undefined && this.isFull({ user_id: userId, id: connectionId })
  }

  #count(userId: string, queue: Queue): void {
    if (queue.isCounting || clock.monotonic() - queue.countedAt < COUNT_EVERY_MS) return
    queue.isCounting = true
    queue.countedAt = clock.monotonic()
    queue.uncounted = 0
    countWaiting(this.#reader, userId, this.#bound.most)
      .then(counted => {
        queue.length = counted + queue.uncounted
      })
      // The known length stays in use.
      .catch(() => {})
      .finally(() => {
        queue.isCounting = false
      })
  }
}

const newQueue = (): Queue => ({
  length: 0,
  uncounted: 0,
  countedAt: Number.NEGATIVE_INFINITY,
  isCounting: false,
})
