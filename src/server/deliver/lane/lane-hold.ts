import { clock } from '#server/base/clock.ts'
import type { Delays } from '#server/deliver/delays.ts'
import { countEarlierSends } from '#server/deliver/limits/earlier-sends.ts'
import type { SendGate } from '#server/deliver/limits/send-gate.ts'
import type { NextStep } from '#server/deliver/outcome/delivery-context.ts'
import type { Lease } from '#server/deliver/workers/bot-assignment.ts'
import type { WaitCause } from '#server/observe/lane-waits.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { floodWaitsOf, type QueuedDelivery } from '#server/store/queue/deliveries.ts'
import { laneParts } from '#server/store/queue/lane-key.ts'

/** Longest timer that does not overflow; a lane that waits longer checks again then. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1

type Tools = { db: Database; gate: SendGate; lease: Lease; delays: Pick<Delays, 'heartbeat'> }

/** Computes how long a lane's next message is held back, and why. Waits are in milliseconds. */
export class LaneHold {
  readonly #key: string
  readonly #tools: Tools
  /** Reserved slot of the bot's rate limit, on the monotonic clock; null until one is reserved. */
  #slot: number | null = null
  /** Retry time of the head, on the monotonic clock because the wall clock may be set. */
  #retry: { seq: number; at: number } | null = null
  /** Expiry of a paused lane's head in milliseconds UTC, the clock by which alerts expire; null if not paused. */
  #pausedUntil: number | null = null
  /** Reason of the current or latest wait. */
  cause: WaitCause = 'chat'

  constructor(key: string, tools: Tools) {
    this.#key = key
    this.#tools = tools
  }

  /** True if the owner had paused the lane when it was last read. */
  get isPaused(): boolean {
    return this.#pausedUntil !== null
  }

  /** True if the head may be tried: it has not failed, or its backoff has ended. */
  get isRetryDue(): boolean {
    return this.#retry === null || this.#retry.at <= clock.monotonic()
  }

  /** Called when the pause may have ended. */
  forgetPause(): void {
    this.#pausedUntil = null
  }

  /** Called after a send, which has used up the slot. */
  leaveSlot(): void {
    this.#slot = null
  }

  /** Sets the head's retry time from the outcome of its step. */
  schedule(head: QueuedDelivery, next: NextStep): void {
    this.#retry =
      next.kind === 'retry' ? { seq: head.seq, at: clock.monotonic() + next.wait } : null
  }

  /**
   * Milliseconds for which the lane may not send; 0 if it may. Does not read the store, so a blocked lane stays cheap
   * however many alerts arrive.
   */
  blockedFor(): number {
    const now = clock.monotonic()
    const paused = (this.#pausedUntil ?? 0) - clock.now()
    if (paused > 0) return this.#because('pause', paused)
    this.#pausedUntil = null
    const block = this.#tools.gate.laneBlock(this.#key, now)
    if (block) {
      // Drop the slot: slots that all lanes kept through the wait would let all of them send at once after it.
      this.#slot = null
      this.cause = block.kind
      if (block.kind === 'flood-wait') return block.wait
      this.#retry = null
      return LONGEST_TIMER_MS
    }
    if (this.#slot !== null) return this.#because('bot', Math.max(0, this.#slot - now))
    return this.#because('chat', Math.max(0, this.#tools.gate.rateLimitWait(this.#key, now)))
  }

  /**
   * Holds the paused lane.
   * @param wait milliseconds until its head expires
   */
  pauseFor(wait: number): number {
    this.#pausedUntil = clock.now() + wait
    return this.#because('pause', wait)
  }

  /** Drops the slot and the retry of a paused lane. */
  letGo(): void {
    this.#slot = null
    this.#retry = null
  }

  /** @returns milliseconds until the next step; null if the head may be sent now */
  async holdUp(head: QueuedDelivery): Promise<number | null> {
    const { gate, lease, delays } = this.#tools
    if (this.#isBlocked(head)) return 0
    const due = this.#dueIn(head)
    if (due > 0) return this.#because('retry', due)
    if (!lease.allowsSend()) return this.#because('lease', delays.heartbeat)
    if (gate.recentSendsWindow(this.#key) > lease.heldFor(laneParts(this.#key).botId))
      await countEarlierSends(this.#key, this.#tools)
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

  /** True during an outage or a flood wait, also a flood wait stored by another process. */
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
}
