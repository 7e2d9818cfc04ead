import { type Head, headOfLane } from '#server/store/deliveries.ts'
import type { Database } from '#server/store/schema.ts'
import { type Delivering, deliverHead } from './deliver-head.ts'

/** Timers overflow beyond; whoever waits longer looks again then. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The alerts of one account for one bot and chat: first in, first out, one request in flight. */
export class Lane {
  readonly #key: string
  readonly #db: Database
  readonly #delivering: Delivering
  #running: Promise<void> | null = null
  #stopping = false
  /** Somebody told of something new since the store was last asked. */
  #told = false
  #interrupt = (): void => {}
  /** On the monotonic clock. */
  #heldUntil = 0
  /** When the head that failed is tried again, on the monotonic clock: the wall clock may be moved. */
  #retry: { seq: number; at: number } | null = null

  constructor(key: string, db: Database, delivering: Delivering) {
    this.#key = key
    this.#db = db
    this.#delivering = delivering
  }

  /** @param onIdle called when nothing waits any more */
  wake(onIdle: () => void): void {
    this.#told = true
    this.#interrupt()
    this.#running ??= this.#run().finally(() => {
      this.#running = null
      if (this.#told && !this.#stopping) this.wake(onIdle)
      else onIdle()
    })
  }

  get isHeld(): boolean {
    return this.#heldUntil > performance.now()
  }

  hold(wait: number): void {
    this.#heldUntil = performance.now() + wait
  }

  /** Lets the request in flight come to its end. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#interrupt()
    await this.#running
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      try {
        this.#told = false
        const head = await headOfLane(this.#db, this.#key)
        if (head) await this.#work(head)
        else if (!this.#told) return
      } catch (error) {
        this.#delivering.log.error({ err: error, lane: this.#key }, 'the lane stumbled')
        await this.#pause(this.#delivering.delays.rewrite)
      }
    }
  }

  async #work(head: Head): Promise<void> {
    const wait = this.#waitFor(head)
    if (wait > 0) {
      await this.#pause(wait)
      return
    }
    const next = await deliverHead(head, this.#delivering)
    if (next.kind === 'hold') this.hold(next.wait)
    if (next.kind === 'try-again')
      this.#retry = { seq: head.seq, at: performance.now() + next.wait }
  }

  #waitFor(head: Head): number {
    const held = this.#heldUntil - performance.now()
    if (this.#retry?.seq === head.seq) return Math.max(held, this.#retry.at - performance.now())
    const stored = head.due_at - Date.now()
    return Math.max(held, stored > head.due_wait ? 0 : stored)
  }

  #pause(wait: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, Math.min(wait, LONGEST_TIMER_MS))
    this.#interrupt = () => {
      clearTimeout(timer)
      resolve()
    }
    return this.#stopping ? Promise.resolve() : promise
  }
}
