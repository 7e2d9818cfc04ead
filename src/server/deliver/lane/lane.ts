import { clock } from '#server/base/clock.ts'
import type { Places } from '#server/deliver/limits/places.ts'
import type {
  DeliveryContext,
  NextStep,
  Outgoing,
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
  /** For the requests that all lanes of the process have in flight. */
  inFlight: Places
  /** For the messages that they make, from reading the front until the request leaves. */
  making: Places
  waits: LaneWaits
}

/**
 * The alerts of one account for one bot and chat: first in, first out, one request in flight. An
 * alert that finds its lane free leaves at once and alone; those that had to wait leave together.
 */
export class Lane {
  readonly #key: string
  readonly #tools: LaneTools
  readonly #hold: LaneHold
  #running: Promise<void> | null = null
  #stopping = false
  /** The lane was woken since it last read the store. */
  #isWoken = false
  #interrupt = (): void => {}
  /** The alerts at the front have had to wait. */
  #hasWaited = false
  #isSending = false
  /** It was told to look again since it last read the store. */
  #looksAgain = false

  constructor(key: string, tools: LaneTools) {
    this.#key = key
    this.#tools = tools
    this.#hold = new LaneHold(key, tools)
  }

  /** A request of it may be in flight. */
  get isSending(): boolean {
    return this.#isSending
  }

  /** Its owner has paused it, as far as it knows. */
  get isPaused(): boolean {
    return this.#hold.isPaused
  }

  /** The lane may have been paused, or may go on. */
  lookAgain(onIdle: () => void): void {
    this.#hold.forgetPause()
    this.#looksAgain = true
    this.wake(onIdle)
  }

  /** @param onIdle called when nothing waits any more */
  wake(onIdle: () => void): void {
    this.#isWoken = true
    this.#interrupt()
    this.#tools.writer.hurry()
    if (!this.#running) this.#start(this.#run(), onIdle)
  }

  /**
   * Begins with a message that is being stored as begun: nothing is done before it is.
   * @param stored null: it was not, or that is not known
   */
  sendStored(stored: Promise<Outgoing | null>, onIdle: () => void): void {
    this.#start(this.#run(stored), onIdle)
  }

  #start(running: Promise<void>, onIdle: () => void): void {
    this.#running = running.finally(() => {
      this.#running = null
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

  async #run(stored?: Promise<Outgoing | null>): Promise<void> {
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

  /** @returns whether nothing is left to be done about it */
  async #sendFirst(stored: Promise<Outgoing | null>): Promise<boolean> {
    const { inFlight, making } = this.#tools
    this.#isSending = true
    try {
      return await making.take(onLeave =>
        inFlight.take(async () => {
          const outgoing = await stored
          if (!outgoing) return true
          this.#hasWaited = true
          if (this.#blockedFor() > 0) return await this.#takeBack(outgoing)
          const next = await sendBegun(outgoing, this.#tools, onLeave, () => this.#isAlone)
          this.#schedule(outgoing.group[0].waiting, next)
          return next.kind === 'delivered'
        }),
      )
    } catch (error) {
      await this.#recoverFrom(error)
      return false
    } finally {
      this.#isSending = false
    }
  }

  /** No alert was added while it sends, and it need not stop. */
  get #isAlone(): boolean {
    return !this.#isWoken && !this.#stopping
  }

  /** An outage or a flood wait has begun while it was stored: nothing of it has left. */
  async #takeBack({ group }: Outgoing): Promise<false> {
    await this.#tools.writer.write(trx => undoBegin(trx, group))
    return false
  }

  async #recoverFrom(error: unknown): Promise<void> {
    this.#tools.log.error({ err: error, lane: this.#key }, 'a step of the lane failed')
    this.#hold.cause = 'trouble'
    await this.#pause(this.#tools.delays.writeRetry)
  }

  /** Milliseconds in which nothing may leave. */
  #blockedFor(): number {
    const wait = this.#hold.blockedFor()
    if (wait > 0) this.#hasWaited = true
    return wait
  }

  #takeTurn(): Promise<number | null> {
    const { inFlight, making } = this.#tools
    return this.#inPlace(inFlight, () => this.#inPlace(making, leave => this.#step(leave)))
  }

  #inPlace<T>(places: Places, work: (leave: () => void) => Promise<T>): Promise<T> {
    if (places.areTaken) this.#hasWaited = true
    return places.take(work)
  }

  /**
   * @param onLeave called when a request leaves
   * @returns milliseconds until the next step; null when nothing waits
   */
  async #step(onLeave: () => void): Promise<number | null> {
    if (this.#stopping) return null
    const ready = await this.#prepare()
    if (ready === null || typeof ready === 'number') return ready
    const next = await this.#send(ready, onLeave)
    // If the store fails before the send, the slot is kept.
    this.#hold.leaveSlot()
    return this.#schedule(ready.group[0].waiting, next)
  }

  /**
   * What was read for the message is let go of before Telegram answers: a front may have 256 KB.
   * @returns the message to send now, or milliseconds until the next step; null when nothing waits
   */
  async #prepare(): Promise<Outgoing | number | null> {
    this.#looksAgain = false
    const standing = await this.#front()
    const orphans = standing.filter(isOrphan)
    if (orphans.length > 0) return this.#failOrphans(orphans)
    // Behind alerts with a tombstone nothing is done: the sweeper wakes this lane when they are gone.
    const [head, ...others] = standing.filter(isQueued)
    if (!head) return null
    this.#hasWaited = true
    const front = [head, ...others] as const
    const left = front.filter(({ in_flight }) => in_flight === 1)
    if (left.length > 0) return this.#recover(left)
    // The new chat need not wait for the old one.
    if (head.lane !== head.connection_lane)
      return this.#schedule(head, await moveToNewLane(head, this.#tools))
    if (head.is_paused === 1) return this.#holdPaused(front)
    const wait = await this.#hold.holdUp(head)
    if (wait !== null) return wait
    const ready = await prepareFront(front, this.#tools)
    return 'kind' in ready ? this.#schedule(head, ready) : ready
  }

  /** What is not to be sent any more fails in a pause too. @returns milliseconds until the next step */
  async #holdPaused(front: Front): Promise<number> {
    const [head] = front
    const settled = await failUnsendable(front, this.#tools)
    if (settled) return this.#schedule(head, settled)
    this.#hold.letGo()
    // The pause may have ended after the front was read.
    if (this.#looksAgain) return 0
    return this.#hold.pauseFor(expiresIn(head, clock.now()))
  }

  async #send(outgoing: Outgoing, onLeave: () => void): Promise<NextStep> {
    this.#isSending = true
    try {
      return await sendMessage(outgoing, this.#tools, onLeave)
    } finally {
      this.#isSending = false
    }
  }

  /** These were in flight when another process ended, or this one before its restart. */
  async #recover(left: readonly QueuedDelivery[]): Promise<number> {
    await this.#tools.writer.write(trx => recoverInFlight(trx, left))
    const alerts = left.map(({ alert_id }) => alert_id)
    this.#tools.log.warn({ alerts }, 'sent again, because they may not have arrived')
    return 0
  }

  /** Their connection was deleted without a tombstone. */
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
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = clock.timer(Math.min(wait, LONGEST_TIMER_MS), resolve)
    this.#interrupt = () => {
      timer.cancel()
      resolve()
    }
    await this.#tools.waits.count(this.#hold.cause, promise)
  }
}
