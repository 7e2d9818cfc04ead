import type { Delays } from '#server/deliver/delays.ts'
import { keepPause } from '#server/deliver/outcome/hold-for-flood.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { waitsOf } from '#server/store/queue/lanes.ts'
import type { Obstacle, Traffic } from './traffic.ts'

/** Lets a message that does not stand in a lane's queue keep to all that the lane keeps to. */
export type Turns = {
  /** @returns what is in its way; null when it may leave, and counts */
  claim: (lane: string) => Promise<Obstacle | null>
  /** Telegram asked for a pause in answer to it. @param retryAfter seconds */
  heedFlood: (lane: string, retryAfter: number) => Promise<void>
}

export const createTurns = (db: Database, traffic: Traffic, delays: Delays): Turns => ({
  async claim(lane) {
    traffic.learn(lane, await waitsOf(db, lane, Date.now()), performance.now())
    const now = performance.now()
    const obstacle = traffic.obstacle(lane, now)
    if (obstacle) return obstacle
    traffic.takeTurn(lane, now)
    traffic.count(lane, now)
    return null
  },
  heedFlood: (lane, retryAfter) =>
    transaction(db, keepPause(lane, Math.ceil(delays.flood(retryAfter)), traffic)),
})
