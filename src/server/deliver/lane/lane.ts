import type { LimitFunction } from 'p-limit'
import type { Delivering, Next } from '#server/deliver/delivering.ts'
import { failWithoutConnection } from '#server/store/account/remove-connections.ts'
import type { Database } from '#server/store/engine/schema.ts'
import {
  frontOfLane,
  headOfLane,
  isOrphan,
  isWaiting,
  type Standing,
  type Waiting,
  waitsOn,
} from '#server/store/queue/deliveries.ts'
import { laneParts } from '#server/store/queue/lane-key.ts'
import { recoverInFlight, sentBetween } from '#server/store/queue/outcomes.ts'
import type { Outgoing } from './gather-message.ts'
import { follow, prepareFront } from './prepare-front.ts'
import { sendMessage } from './send-message.ts'

/** Timers overflow beyond; whoever waits longer looks again then. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export type LaneTools = Delivering & {
  db: Database
  /** Holds the requests of all lanes to what a process may have in flight. */
  inFlight: LimitFunction
}

/**
 * The alerts of one account for one bot and chat: first in, first out, one request in flight. The
 * first leaves at once and alone; those that had to wait leave together.
 */
export class Lane {
  readonly #key: string
  readonly #tools: LaneTools
  #running: Promise<void> | null = null
  #stopping = false
  /** Somebody told of something new since the store was last asked. */
  #told = false
  #interrupt = (): void => {}
  /** What stands in the lane has had to wait. */
  #hasWaited = false
  #isSending = false
  /** When the bot's turn for the next message comes, once one was taken. Monotonic. */
  #turn: number | null = null
  /** When the head that failed is tried again, on the monotonic clock: the wall clock may be moved. */
  #retry: { seq: number; at: number } | null = null

  constructor(key: string, tools: LaneTools) {
    this.#key = key
    this.#tools = tools
  }

  /** A request of it may be on its way. */
  get isSending(): boolean {
    return this.#isSending
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

  /** Lets the request in flight come to its end. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#interrupt()
    await this.#running
  }

  async #run(): Promise<void> {
    this.#hasWaited = false
    while (!this.#stopping) {
      try {
        this.#told = false
        const wait = this.#closedFor() || (await this.#takePlace(() => this.#work()))
        if (wait === null && !this.#told) return
        if (wait && !this.#told) await this.#pause(wait)
      } catch (error) {
        this.#tools.log.error({ err: error, lane: this.#key }, 'the lane stumbled')
        await this.#pause(this.#tools.delays.rewrite)
      }
    }
  }

  /**
   * Milliseconds that nothing may leave, told without asking the store: a lane that waits costs
   * nothing, however much comes into it.
   */
  #closedFor(): number {
    const now = performance.now()
    const closure = this.#tools.traffic.closure(this.#key, now)
    if (closure) {
      // Everybody's turns from before the pause would come at once after it.
      this.#turn = null
      this.#hasWaited = true
      if (closure.kind === 'flood') return closure.wait
      this.#retry = null
      return LONGEST_TIMER_MS
    }
    const wait =
      this.#turn === null ? this.#tools.traffic.budgetWait(this.#key, now) : this.#turn - now
    if (wait > 0) this.#hasWaited = true
    return Math.max(0, wait)
  }

  /** Among the requests that a process may have in flight. One that hangs gives its place to others. */
  #takePlace<T>(work: () => Promise<T>): Promise<T> {
    const { inFlight, delays } = this.#tools
    if (inFlight.activeCount >= inFlight.concurrency) this.#hasWaited = true
    const { promise: done, resolve } = Promise.withResolvers<T>()
    void inFlight(async () => {
      const working = work()
      resolve(working)
      const { promise: over, resolve: leave } = Promise.withResolvers<void>()
      const timer = setTimeout(leave, delays.hang)
      working.then(() => leave(), leave)
      await over
      clearTimeout(timer)
    })
    return done
  }

  /** @returns milliseconds until there is something to do again; null when nothing stands here */
  async #work(): Promise<number | null> {
    if (this.#stopping) return null
    const standing = await this.#front()
    const orphans = standing.filter(isOrphan)
    if (orphans.length > 0) return this.#failOrphans(orphans)
    // Behind others that are not to be sent any more: whoever sweeps those up wakes this lane.
    const [head, ...others] = standing.filter(isWaiting)
    if (!head) return null
    this.#hasWaited = true
    const front = [head, ...others] as const
    const left = front.filter(({ in_flight }) => in_flight === 1)
    if (left.length > 0) return this.#recover(left)
    // Whatever the old chat has to wait for.
    if (head.lane !== head.connection_lane) return this.#heed(head, await follow(head, this.#tools))
    if (this.#isHeld(head)) return 0
    const due = this.#dueIn(head)
    if (due > 0) return due
    if (!this.#tools.lease.mayBegin()) return this.#tools.delays.renewal
    await this.#recall()
    const full = this.#tools.traffic.budgetWait(this.#key, performance.now())
    if (full > 0) return full
    this.#turn ??= this.#tools.traffic.takeTurn(this.#key, performance.now())
    const wait = this.#turn - performance.now()
    if (wait > 0) return wait
    const ready = await prepareFront(front, this.#tools)
    if ('kind' in ready) return this.#heed(head, ready)
    const next = await this.#send(ready)
    // A turn is used up by a send, not by a store that did not take its beginning.
    this.#turn = null
    return this.#heed(head, next)
  }

  /** What another process, or this one before its start, has sent to the chat counts as well. */
  async #recall(): Promise<void> {
    const { db, lease, traffic } = this.#tools
    const back = traffic.oblivion(this.#key)
    if (back <= lease.age(laneParts(this.#key).botId)) return
    const now = Date.now()
    // A clock may be a little behind; what lies far ahead is from before one was set back.
    for (const sentAt of await sentBetween(db, this.#key, [now - back, now + back]))
      traffic.count(this.#key, performance.now() - Math.max(0, now - sentAt))
  }

  async #send(outgoing: Outgoing): Promise<Next> {
    this.#isSending = true
    try {
      return await sendMessage(outgoing, this.#tools)
    } finally {
      this.#isSending = false
    }
  }

  /** What was on its way when another process ended, or this one the last time. */
  async #recover(left: readonly Waiting[]): Promise<number> {
    await this.#tools.writer.write(trx => recoverInFlight(trx, left))
    const alerts = left.map(({ alert_id }) => alert_id)
    this.#tools.log.warn({ alerts }, 'sent again, for they may have arrived')
    return 0
  }

  /** Their connection was deleted, and they were not heard of. */
  async #failOrphans(orphans: readonly Standing[]): Promise<number> {
    const { writer, live } = this.#tools
    const { userId } = laneParts(this.#key)
    const connections = [...new Set(orphans.map(({ connection_id }) => connection_id))]
    await writer.write(trx => failWithoutConnection({ db: trx, userId }, connections))
    live.changed(userId, 'alerts', 'connections')
    return 0
  }

  /** Whether anybody was told to wait, in this process or another one. */
  #isHeld(head: Waiting): boolean {
    const { traffic } = this.#tools
    traffic.learn(this.#key, waitsOn(head, Date.now()), performance.now())
    return traffic.closure(this.#key, performance.now()) !== null
  }

  async #front(): Promise<Standing[]> {
    const { db } = this.#tools
    const isRetryDue = this.#retry === null || this.#retry.at <= performance.now()
    if (this.#hasWaited && isRetryDue) return frontOfLane(db, this.#key)
    const alone = await headOfLane(db, this.#key)
    const isEnough = alone.every(head => isWaiting(head) && head.group_seq === null)
    return isEnough ? alone : frontOfLane(db, this.#key)
  }

  #heed(head: Waiting, next: Next): number {
    this.#retry =
      next.kind === 'try-again' ? { seq: head.seq, at: performance.now() + next.wait } : null
    return 0
  }

  #dueIn(head: Waiting): number {
    if (this.#retry?.seq === head.seq) return this.#retry.at - performance.now()
    const stored = head.due_at - Date.now()
    return stored > head.due_wait ? 0 : stored
  }

  async #pause(wait: number): Promise<void> {
    if (this.#stopping) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, Math.min(wait, LONGEST_TIMER_MS))
    this.#interrupt = () => {
      clearTimeout(timer)
      resolve()
    }
    await promise
  }
}
