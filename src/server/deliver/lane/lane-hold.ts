import { clock } from '#server/base/clock.ts'
import type { Delays } from '#server/deliver/delays.ts'
import type { SendGate } from '#server/deliver/limits/send-gate.ts'
import type { NextStep } from '#server/deliver/outcome/delivery-context.ts'
import type { Lease } from '#server/deliver/workers/bot-assignment.ts'
import type { WaitCause } from '#server/observe/lane-waits.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { floodWaitsOf, type QueuedDelivery } from '#server/store/queue/deliveries.ts'
import { laneParts } from '#server/store/queue/lane-key.ts'
import { sentBetween } from '#server/store/queue/sent-between.ts'

/** A longer timer overflows, so a lane that waits longer checks again then. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1

type Tools = { db: Database; gate: SendGate; lease: Lease; delays: Pick<Delays, 'heartbeat'> }

/** What holds a lane's next message back, and for how long: all waits are milliseconds. */
export class LaneHold {
  readonly #key: string
  readonly #tools: Tools
  /** When the bot's rate limit lets the next message leave, once a slot is reserved. Monotonic clock. */
  #slot: number | null = null
  /** When the head is retried, on the monotonic clock: the wall clock may be set. */
  #retry: { seq: number; at: number } | null = null
  /** The lane is paused, and its head expires then. Milliseconds UTC, for alerts expire by that clock. */
  #pausedUntil: number | null = null
  /** Why the lane waits, if it does. */
  cause: WaitCause = 'chat'

  constructor(key: string, tools: Tools) {
    this.#key = key
    this.#tools = tools
  }

  /** Its owner has paused the lane, as far as it knows. */
  get isPaused(): boolean {
    return this.#pausedUntil !== null
  }

  /** No attempt of the head is waited for. */
  get isRetryDue(): boolean {
    return this.#retry === null || this.#retry.at <= clock.monotonic()
  }

  /** The pause may have ended. */
  forgetPause(): void {
    this.#pausedUntil = null
  }

  /** A message has left. */
  leaveSlot(): void {
    this.#slot = null
  }

  /** When the head is tried again follows from what became of it. */
  schedule(head: QueuedDelivery, next: NextStep): void {
    this.#retry =
      next.kind === 'retry' ? { seq: head.seq, at: clock.monotonic() + next.wait } : null
  }

  /**
   * In which nothing may leave; 0: something may. It does not read the store, so a blocked lane costs
   * nothing however many alerts come in.
   */
  blockedFor(): number {
    const now = clock.monotonic()
    const paused = (this.#pausedUntil ?? 0) - clock.now()
    if (paused > 0) return this.#because('pause', paused)
    this.#pausedUntil = null
    const block = this.#tools.gate.laneBlock(this.#key, now)
    if (block) {
      // Slots that all lanes reserved before the wait would let all of them send at once after it.
      this.#slot = null
      this.cause = block.kind
      if (block.kind === 'flood-wait') return block.wait
      this.#retry = null
      return LONGEST_TIMER_MS
    }
    if (this.#slot !== null) return this.#because('bot', Math.max(0, this.#slot - now))
    return this.#because('chat', Math.max(0, this.#tools.gate.rateLimitWait(this.#key, now)))
  }

  /** The head stands in a pause. @param wait until it expires */
  pauseFor(wait: number): number {
    this.#pausedUntil = clock.now() + wait
    return this.#because('pause', wait)
  }

  /** A paused lane neither keeps its slot nor its next attempt. */
  letGo(): void {
    this.#slot = null
    this.#retry = null
  }

  /** @returns until the next step; null when the head may leave now */
  async holdUp(head: QueuedDelivery): Promise<number | null> {
    const { gate, lease, delays } = this.#tools
    if (this.#isBlocked(head)) return 0
    const due = this.#dueIn(head)
    if (due > 0) return this.#because('retry', due)
    if (!lease.allowsSend()) return this.#because('lease', delays.heartbeat)
    await this.#countEarlierSends()
    const full = gate.rateLimitWait(this.#key, clock.monotonic())
    if (full > 0) return this.#because('chat', full)
    this.#slot ??= gate.reserveSlot(this.#key, clock.monotonic())
    const wait = this.#slot - clock.monotonic()
    return wait > 0 ? this.#because('bot', wait) : null
  }

  #because(cause: WaitCause, wait: number): number {
    this.cause = cause
    return wait
  }

  /** Whether there is an outage or a flood wait, also one that another process has stored. */
  #isBlocked(head: QueuedDelivery): boolean {
    const { gate } = this.#tools
    gate.mergeFloodWaits(this.#key, floodWaitsOf(head, clock.now()), clock.monotonic())
    return gate.laneBlock(this.#key, clock.monotonic()) !== null
  }

  #dueIn(head: QueuedDelivery): number {
    if (this.#retry?.seq === head.seq) return this.#retry.at - clock.monotonic()
    const stored = head.due_at - clock.now()
    return stored > head.due_wait ? 0 : stored
  }

  /** Messages that another process sent to the chat, or this one before a restart, count as well. */
  async #countEarlierSends(): Promise<void> {
    const { db, lease, gate } = this.#tools
    const lookBack = gate.lookBack(this.#key)
    if (lookBack <= lease.heldFor(laneParts(this.#key).botId)) return
    const now = clock.now()
    // A clock may be a little behind; a time far ahead was written before a clock was set back.
    for (const sentAt of await sentBetween(db, this.#key, [now - lookBack, now + lookBack]))
      gate.recordSent(this.#key, clock.monotonic() - Math.max(0, now - sentAt))
  }
}
