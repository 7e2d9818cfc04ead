import { clock } from '#server/base/clock.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { countWaiting } from '#server/store/queue/count-waiting.ts'
import { MAX_WAITING_ALERTS } from '#shared/limits.ts'

export type Bound = {
  /** Alerts of an account that may wait. */
  most: number
  /** Those that a process stores before it counts what waits. */
  countAfter: number
}

const BOUND: Bound = { most: MAX_WAITING_ALERTS, countAfter: 5_000 }
const COUNT_EVERY_MS = 1_000

type Queue = {
  /** What waits at most, but for what other processes have stored since it was counted. */
  length: number
  /** What this process has stored since then. */
  uncounted: number
  countedAt: number
  isCounting: boolean
}

/**
 * Keeps what waits of an account within a bound without counting on the line: what this process stores is
 * added to what was last counted, apart. The bound may be overshot by what each process stores between two
 * counts.
 */
export class QueueBound {
  readonly #reader: Database
  readonly #bound: Bound
  readonly #queues = new Map<string, Queue>()
  /** The accounts of connections whose alerts were refused. */
  readonly #refused = new Map<string, string>()

  /** @param reader for counting */
  constructor(reader: Database, bound = BOUND) {
    this.#reader = reader
    this.#bound = bound
  }

  /** One alert more waits. */
  add(userId: string): void {
    const queue = this.#queues.get(userId) ?? newQueue()
    this.#queues.set(userId, queue)
    queue.length += 1
    queue.uncounted += 1
    if (queue.uncounted >= this.#bound.countAfter) this.#count(userId, queue)
  }

  /** Whether an alert that comes to this connection has to be refused. */
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

  /** The same, asked before the connection is read: true only after an alert to it was refused. */
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
      // What is known by then goes on to count.
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
