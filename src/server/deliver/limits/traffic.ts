import type { Delays } from '#server/deliver/delays.ts'
import { laneParts } from '#server/store/queue/lane-key.ts'
import type { RemainingWaits } from '#server/store/queue/lanes.ts'
import { Holds } from './flood-waits.ts'
import { Outage, type Whose } from './outage.ts'
import { Budget } from './rate-limiter.ts'

/** Why nothing of a lane may leave; an outage ends when it ends. `wait` in milliseconds. */
export type Closure = { kind: 'outage' } | { kind: 'flood'; wait: number }

/** Why a single message may not leave now. */
export type Obstacle = Closure | { kind: 'budget'; wait: number }

/**
 * Whether a lane may send: Telegram answers its bot, has told nobody concerned to wait, and its limits
 * leave room. Times are milliseconds on the monotonic clock.
 */
export class Traffic {
  readonly outage: Outage
  readonly #holds: Holds
  readonly #budget: Budget | null

  /** @param outage left out where nothing is delivered */
  constructor(
    delays: Delays,
    outage: { isPossible: boolean; onChange: (whose: Whose) => void } = {
      isPossible: false,
      onChange() {},
    },
  ) {
    this.outage = new Outage({ ...outage, probation: delays.probation })
    this.#holds = new Holds(delays.floodTogether)
    this.#budget = delays.budget && new Budget(delays.budget)
  }

  /** What keeps everything of the lane from leaving, whatever its limits leave room for. */
  closure(lane: string, now: number): Closure | null {
    const parts = laneParts(lane)
    if (this.outage.isOn(parts.botId)) return { kind: 'outage' }
    const wait = this.#holds.waitFor({ key: lane, ...parts }, now)
    return wait > 0 ? { kind: 'flood', wait } : null
  }

  /** What keeps one more message of the lane from leaving now. */
  obstacle(lane: string, now: number): Obstacle | null {
    const closure = this.closure(lane, now)
    if (closure) return closure
    const turn = this.#budget?.turnOf(laneParts(lane).botId, now) ?? now
    const wait = Math.max(this.budgetWait(lane, now), turn - now)
    return wait > 0 ? { kind: 'budget', wait } : null
  }

  /** @returns how far back to look for messages of the lane that were sent elsewhere; 0: not at all */
  oblivion(lane: string): number {
    return this.#budget?.oblivion(laneParts(lane)) ?? 0
  }

  /** Milliseconds until the lane's chat takes another message. */
  budgetWait(lane: string, now: number): number {
    return this.#budget?.waitFor(laneParts(lane), now) ?? 0
  }

  /** @returns when the lane's bot has its turn, which is the lane's from now on */
  takeTurn(lane: string, now: number): number {
    return this.#budget?.takeTurn(laneParts(lane).botId, now) ?? now
  }

  /** Counts a message of the lane at the moment at which it leaves. */
  count(lane: string, now: number): void {
    this.#budget?.count(laneParts(lane), now)
  }

  /** @returns how long the lane's bot has to wait as a whole; 0 when it does not */
  hold(lane: string, wait: number, now: number): number {
    return this.#holds.hold({ key: lane, ...laneParts(lane) }, wait, now)
  }

  /** Others may have been told to wait, too. Milliseconds from now on. */
  learn(lane: string, waits: RemainingWaits, now: number): void {
    this.#holds.learn({ key: lane, ...laneParts(lane) }, waits, now)
  }

  /** Others send for the bot from now on: what is known here of its chats is soon out of date. */
  forgetBot(botId: string): void {
    this.#budget?.forgetBot(botId)
  }

  forget(now: number): void {
    this.outage.forget(now)
    this.#holds.forget(now)
    this.#budget?.forget(now)
  }
}
