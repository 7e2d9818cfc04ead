import { clock } from '#server/base/clock.ts'
import type { ConcurrencyLimit } from '#server/deliver/limits/concurrency-limit.ts'
import type {
  DeliveryContext,
  NextStep,
  PreparedMessage,
} from '#server/deliver/outcome/delivery-context.ts'
import type { LaneWaits } from '#server/observe/lane-waits.ts'
import { failWithoutConnection } from '#server/store/account/remove-connections.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { undoBegin } from '#server/store/queue/begin-attempt.ts'
import {
  isOrphan,
  isQueued,
  LARGEST_GROUP,
  type LaneEntry,
  type QueuedDelivery,
} from '#server/store/queue/deliveries.ts'
import type { FrontReader } from '#server/store/queue/front-reader.ts'
import { laneParts } from '#server/store/queue/lane-key.ts'
import { recoverInFlight } from '#server/store/queue/repeat-deliveries.ts'
import { LaneHold, LONGEST_TIMER_MS } from './lane-hold.ts'
import {
  expiresIn,
  type Front,
  failUnsendable,
  moveToNewLane,
  prepareFront,
} from './prepare-front.ts'
import { sendBegun, sendMessage } from './send-message.ts'

export type LaneTools = DeliveryContext & {
  db: Database
  fronts: FrontReader
  /** Limits the requests in flight of all lanes of the process. */
  inFlight: ConcurrencyLimit
  /** Limits the messages being made by all lanes, from reading the front until the request leaves. */
  making: ConcurrencyLimit
  waits: LaneWaits
}

/**
 * - `idle`: no alert is left, or the lane is stopped. `wake` makes it read, `sendStored` makes it send.
 * - `reading`: reads its front and makes a message, within the process's limits. Then it sends, waits or is idle.
 * - `sending`: a request may be in flight. Then it reads again.
 * - `waiting`: held back for `LaneHold.cause`, or by a failed step. It reads again when the time is over, or once it
 *   is woken or stopped.
 */
type LaneState = 'idle' | 'reading' | 'sending' | 'waiting'

/**
 * The queue of one account, bot and chat: first in, first out, one request in flight. An alert that finds its lane
 * free is sent at once and alone; alerts that had to wait are sent together.
 */
export class Lane {
  readonly #key: string
  readonly #tools: LaneTools
  readonly #hold: LaneHold
  #state: LaneState = 'idle'
  /** Resolves once the lane is idle. */
  #running = Promise.resolve()
  #stopping = false
  /** True if the lane was woken since it last read the store. */
  #isWoken = false
  /** Ends a wait. */
  #interrupt = (): void => {}
  /** True if the alerts at the front had to wait. */
  #hasWaited = false
  /** True if `lookAgain` was called since the last read of the store. */
  #looksAgain = false

  constructor(key: string, tools: LaneTools) {
    this.#key = key
    this.#tools = tools
    this.#hold = new LaneHold(key, tools)
  }

  /** True if a request of the lane may be in flight. */
  get isSending(): boolean {
    return this.#state === 'sending'
  }

  /** True if the owner had paused the lane when it was last read. */
  get isPaused(): boolean {
    return this.#hold.isPaused
  }

  /** Rereads the lane after a pause may have begun or ended. */
  lookAgain(onIdle: () => void): void {
    this.#hold.forgetPause()
    this.#looksAgain = true
    this.wake(onIdle)
  }

  /** @param onIdle called once the lane is empty or stopped */
  wake(onIdle: () => void): void {
    this.#isWoken = true
    this.#interrupt()
    this.#tools.writer.hurry()
    if (this.#state === 'idle') this.#start(this.#run(), onIdle)
  }

  /**
   * Starts with a message that is being stored as begun; the lane does no other work until it is stored.
   * @param stored resolves to null if the message was not stored, or if that is unknown
   */
  sendStored(stored: Promise<PreparedMessage | null>, onIdle: () => void): void {
    this.#start(this.#run(stored), onIdle)
  }

  #start(running: Promise<void>, onIdle: () => void): void {
    this.#running = running.finally(() => {
      this.#state = 'idle'
      if (this.#isWoken && !this.#stopping) this.wake(onIdle)
      else onIdle()
    })
  }

  /** Resolves when the request in flight is over. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#interrupt()
    this.#tools.writer.hurry()
    await this.#running
  }

  async #run(stored?: Promise<PreparedMessage | null>): Promise<void> {
    this.#state = 'reading'
    this.#hasWaited = false
    if (stored && (await this.#sendFirst(stored)) && !this.#isWoken) return
    while (!this.#stopping) {
      try {
        this.#isWoken = false
        const wait = this.#blockedFor() || (await this.#takeTurn())
        if (wait === null && !this.#isWoken) return
        if (wait && !this.#isWoken) await this.#pause(wait)
      } catch (error) {
        await this.#recoverFrom(error)
      }
    }
  }

  /** @returns true if the message was delivered, or was not stored */
  async #sendFirst(stored: Promise<PreparedMessage | null>): Promise<boolean> {
    const { inFlight, making } = this.#tools
    const send = async (onLeave: () => void) => {
      const outgoing = await stored
      if (!outgoing) return true
      this.#hasWaited = true
      if (this.#blockedFor() > 0) return await this.#takeBack(outgoing)
      const next = await sendBegun(outgoing, this.#tools, onLeave, () => this.#isAlone)
      this.#schedule(outgoing.group[0].waiting, next)
      return next.kind === 'delivered'
    }
    try {
      return await this.#sending(() => making.run(onLeave => inFlight.run(() => send(onLeave))))
    } catch (error) {
      await this.#recoverFrom(error)
      return false
    }
  }

  /** True if the lane was neither woken nor stopped during the send, so that no work waits for the outcome. */
  get #isAlone(): boolean {
    return !this.#isWoken && !this.#stopping
  }

  /** Undoes the begun attempt: the lane was blocked while it was stored, and no request has left. */
  async #takeBack({ group }: PreparedMessage): Promise<false> {
    await this.#tools.writer.write(trx => undoBegin(trx, group))
    return false
  }

  async #recoverFrom(error: unknown): Promise<void> {
    this.#tools.log.error({ err: error, lane: this.#key }, 'a step of the lane failed')
    this.#hold.cause = 'trouble'
    await this.#pause(this.#tools.delays.writeRetry)
  }

  /** Milliseconds for which the lane may not send. */
  #blockedFor(): number {
    const wait = this.#hold.blockedFor()
    if (wait > 0) this.#hasWaited = true
    return wait
  }

  #takeTurn(): Promise<number | null> {
    const { inFlight, making } = this.#tools
    return this.#within(inFlight, () => this.#within(making, leave => this.#step(leave)))
  }

  #within<T>(limit: ConcurrencyLimit, work: (leave: () => void) => Promise<T>): Promise<T> {
    if (limit.isReached) this.#hasWaited = true
    return limit.run(work)
  }

  /**
   * @param onLeave called when a request leaves
   * @returns milliseconds until the next step; null if no alert waits or the lane stops
   */
  async #step(onLeave: () => void): Promise<number | null> {
    if (this.#stopping) return null
    const ready = await this.#prepare()
    if (ready === null || typeof ready === 'number') return ready
    const next = await this.#sending(() => sendMessage(ready, this.#tools, onLeave))
    // If the store fails before the send, the slot is kept.
    this.#hold.leaveSlot()
    return this.#schedule(ready.group[0].waiting, next)
  }

  /**
   * Reads and prepares the front. A separate method, so that its rows (up to 256 KB) are freed before Telegram
   * answers.
   * @returns the message to send now, or milliseconds until the next step; null if no alert waits
   */
  async #prepare(): Promise<PreparedMessage | number | null> {
    this.#looksAgain = false
    const entries = await this.#front()
    const orphans = entries.filter(isOrphan)
    if (orphans.length > 0) return this.#failOrphans(orphans)
    // Stop if the whole front has tombstones: the sweeper wakes this lane when they are gone.
    const [head, ...others] = entries.filter(isQueued)
    if (!head) return null
    this.#hasWaited = true
    const front = [head, ...others] as const
    const left = front.filter(({ in_flight }) => in_flight === 1)
    if (left.length > 0) return this.#recover(left)
    // Move before any wait: the limits of the old chat don't apply to the new one.
    if (head.lane !== head.connection_lane)
      return this.#schedule(head, await moveToNewLane(head, this.#tools))
    if (head.is_paused === 1) return this.#holdPaused(front)
    const wait = await this.#hold.holdUp(head)
    if (wait !== null) return wait
    const ready = await prepareFront(front, this.#tools)
    return 'kind' in ready ? this.#schedule(head, ready) : ready
  }

  /**
   * Fails alerts of a paused lane that can no longer be sent; without any, holds the lane.
   * @returns milliseconds until the next step
   */
  async #holdPaused(front: Front): Promise<number> {
    const [head] = front
    const settled = await failUnsendable(front, this.#tools)
    if (settled) return this.#schedule(head, settled)
    this.#hold.letGo()
    // The pause may have ended after the front was read.
    if (this.#looksAgain) return 0
    return this.#hold.pauseFor(expiresIn(head, clock.now()))
  }

  async #sending<T>(work: () => Promise<T>): Promise<T> {
    this.#state = 'sending'
    try {
      return await work()
    } finally {
      this.#state = 'reading'
    }
  }

  /** Repeats alerts stored as in flight without a request of this lane, for example after a process was killed. */
  async #recover(left: readonly QueuedDelivery[]): Promise<number> {
    await this.#tools.writer.write(trx => recoverInFlight(trx, left))
    const alerts = left.map(({ alert_id }) => alert_id)
    this.#tools.log.warn({ alerts }, 'sent again, because they may not have arrived')
    return 0
  }

  /** Fails alerts whose connection was deleted without a tombstone. */
  async #failOrphans(orphans: readonly LaneEntry[]): Promise<number> {
    const { writer, live } = this.#tools
    const { userId } = laneParts(this.#key)
    const connections = [...new Set(orphans.map(({ connection_id }) => connection_id))]
    await writer.write(trx => failWithoutConnection({ db: trx, userId }, connections))
    live.changed(userId, 'alerts', 'connections')
    return 0
  }

  async #front(): Promise<LaneEntry[]> {
    const { fronts } = this.#tools
    if (this.#hasWaited && this.#hold.isRetryDue) return fronts.read(this.#key, LARGEST_GROUP)
    const alone = await fronts.read(this.#key, 1)
    const isEnough = alone.every(head => isQueued(head) && head.group_seq === null)
    return isEnough ? alone : fronts.read(this.#key, LARGEST_GROUP)
  }

  #schedule(head: QueuedDelivery, next: NextStep): number {
    this.#hold.schedule(head, next)
    return 0
  }

  async #pause(wait: number): Promise<void> {
    if (this.#stopping) return
    this.#state = 'waiting'
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = clock.timer(Math.min(wait, LONGEST_TIMER_MS), resolve)
    this.#interrupt = () => {
      timer.cancel()
      resolve()
    }
    await this.#tools.waits.count(this.#hold.cause, promise)
    this.#state = 'reading'
  }
}
