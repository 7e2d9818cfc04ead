import { clock } from '#server/base/clock.ts'
import type { Delays } from '#server/deliver/delays.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { laneParts } from '#server/store/queue/lane-key.ts'
import {
  type RemainingWaits,
  readFloodWaits,
  writeBotWait,
  writeLaneWait,
} from '#server/store/queue/stored-flood-waits.ts'
import type { SendBlock, SendPermits } from '#server/telegram/send-permits.ts'
import { countEarlierSends } from './earlier-sends.ts'
import { FloodWaits } from './flood-waits.ts'
import { type OutageScope, Outages } from './outages.ts'
import { RateLimiter } from './rate-limiter.ts'

/** Reason why a lane may not send. `wait` in milliseconds; an outage has no known end. */
export type LaneBlock = { kind: 'outage' } | { kind: 'flood-wait'; wait: number }

/**
 * Decides whether a lane may send: Telegram answers its bot, no flood wait runs, and the rate limits leave room.
 * Times are milliseconds on the monotonic clock.
 */
export class SendGate {
  readonly outages: Outages
  readonly #floodWaits: FloodWaits
  readonly #rateLimiter: RateLimiter | null

  /** @param outages omitted where no alerts are delivered */
  constructor(
    delays: Delays,
    outages: { isPossible: boolean; onChange: (scope: OutageScope) => void } = {
      isPossible: false,
      onChange() {},
    },
  ) {
    this.outages = new Outages({ ...outages, recovery: delays.outageRecovery })
    this.#floodWaits = new FloodWaits({
      botWindow: delays.botFloodWindow,
      sameEnd: delays.botFloodSameEnd,
    })
    this.#rateLimiter = delays.rateLimits && new RateLimiter(delays.rateLimits)
  }

  /** Block of the whole lane, apart from rate limits. */
  laneBlock(lane: string, now: number): LaneBlock | null {
    const parts = laneParts(lane)
    if (this.outages.isOn(parts.botId)) return { kind: 'outage' }
    const wait = this.#floodWaits.waitFor({ key: lane, ...parts }, now)
    return wait > 0 ? { kind: 'flood-wait', wait } : null
  }

  /** Block of the lane's next message, including rate limits. */
  sendBlock(lane: string, now: number): SendBlock | null {
    const block = this.laneBlock(lane, now)
    if (block) return block
    const slot = this.#rateLimiter?.nextSlot(laneParts(lane).botId, now) ?? now
    const wait = Math.max(this.rateLimitWait(lane, now), slot - now)
    return wait > 0 ? { kind: 'rate-limit', wait } : null
  }

  /** How far back, in milliseconds, messages that this process has not counted use up the rate limit; 0: not at all. */
  recentSendsWindow(lane: string): number {
    return this.#rateLimiter?.recentSendsWindow(laneParts(lane)) ?? 0
  }

  /** Milliseconds until the rate limit of the lane's chat allows another message; other waits are not included. */
  rateLimitWait(lane: string, now: number): number {
    return this.#rateLimiter?.waitFor(laneParts(lane), now) ?? 0
  }

  /** @returns the time of the slot reserved for the lane among all messages of its bot */
  reserveSlot(lane: string, now: number): number {
    return this.#rateLimiter?.reserveSlot(laneParts(lane).botId, now) ?? now
  }

  /** Gives an unused slot back. */
  releaseSlot(lane: string, slot: number): void {
    this.#rateLimiter?.releaseSlot(laneParts(lane).botId, slot)
  }

  /** Moves a slot: the message leaves later than reserved. */
  moveSlot(lane: string, slot: number, now: number): void {
    this.#rateLimiter?.moveSlot(laneParts(lane).botId, slot, now)
  }

  /** Counts a message of the lane when it leaves. */
  recordSent(lane: string, now: number): void {
    this.#rateLimiter?.recordSent(laneParts(lane), now)
  }

  /** @returns milliseconds that the lane's whole bot has to wait; 0 if only the lane has to */
  beginFloodWait(lane: string, wait: number, now: number): number {
    return this.#floodWaits.begin({ key: lane, ...laneParts(lane) }, wait, now)
  }

  /** Adds flood waits from the store. `waits` in milliseconds from now. */
  mergeFloodWaits(lane: string, waits: RemainingWaits, now: number): void {
    this.#floodWaits.merge({ key: lane, ...laneParts(lane) }, waits, now)
  }

  /** Forgets the counts of the bot's chats: another process now sends for it, so they would soon be out of date. */
  dropBot(botId: string): void {
    this.#rateLimiter?.dropBot(botId)
  }

  /** Removes entries that no longer affect any send. */
  prune(now: number): void {
    this.outages.prune(now)
    this.#floodWaits.prune(now)
    this.#rateLimiter?.prune(now)
  }
}

/**
 * Begins the flood wait of the lane, and of its bot if two of its lanes are concerned.
 * @returns a function that writes it to the store, which every process reads before it sends
 */
export function keepFloodWait(
  lane: string,
  wait: number,
  gate: SendGate,
): (trx: Transacting) => Promise<void> {
  const { userId, botId } = laneParts(lane)
  const botWait = Math.ceil(gate.beginFloodWait(lane, wait, clock.monotonic()))
  const now = clock.now()
  return async trx => {
    await writeLaneWait(trx, { lane, userId }, { now, wait })
    if (botWait > 0) await writeBotWait(trx, botId, { now, wait: botWait })
  }
}

export const createSendPermits = (db: Database, gate: SendGate, delays: Delays): SendPermits => ({
  async acquire(lane) {
    gate.mergeFloodWaits(lane, await readFloodWaits(db, lane, clock.now()), clock.monotonic())
    await countEarlierSends(lane, { db, gate })
    const now = clock.monotonic()
    const block = gate.sendBlock(lane, now)
    if (block) return block
    gate.reserveSlot(lane, now)
    gate.recordSent(lane, now)
    return null
  },
  keepFloodWait: (lane, retryAfter) =>
    transaction(db, keepFloodWait(lane, Math.ceil(delays.floodWait(retryAfter)), gate)),
})
