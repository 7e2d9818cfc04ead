/** Flood waits that Telegram imposed on lanes and bots, shared by all processes. */
import { sql } from 'kysely'
import { prepared } from '#server/store/engine/prepared.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import { type LaneParts, laneOf, laneParts } from './lane-key.ts'

/** `now` in milliseconds UTC; `wait` in milliseconds from then on. */
type FloodWait = { now: number; wait: number }

/** End of the wait (milliseconds UTC) and its whole length in milliseconds; null without a wait. */
type StoredWait = { until: number | null; wait: number | null }

/** Rest of the waits of a lane and of its bot, in milliseconds. */
export type RemainingWaits = { lane: number; bot: number }

export const writeLaneWait = (
  trx: Transacting,
  { lane, userId }: { lane: string; userId: string },
  { now, wait }: FloodWait,
) =>
  trx
    .insertInto('lanes')
    .values({ lane, user_id: userId, waits_until: now + wait, wait })
    .onConflict(conflict => conflict.column('lane').doUpdateSet({ waits_until: now + wait, wait }))
    .execute()

export const writeBotWait = (trx: Transacting, botId: string, { now, wait }: FloodWait) =>
  trx
    .insertInto('bots')
    .values({ bot_id: botId, waits_until: now + wait, wait })
    .onConflict(conflict =>
      conflict.column('bot_id').doUpdateSet({ waits_until: now + wait, wait }),
    )
    .execute()

export async function readFloodWaits(
  db: Database,
  lane: string,
  now: number,
): Promise<RemainingWaits> {
  const [ofLane, ofBot] = await Promise.all([
    db
      .selectFrom('lanes')
      .select(['waits_until as until', 'wait'])
      .where('lane', '=', lane)
      .executeTakeFirst(),
    db
      .selectFrom('bots')
      .select(['waits_until as until', 'wait'])
      .where('bot_id', '=', laneParts(lane).botId)
      .executeTakeFirst(),
  ])
  return { lane: remaining(ofLane, now), bot: remaining(ofBot, now) }
}

/** Whether a lane of the account and bot still waits, with a whole wait longer than `longerThan`. */
export async function hasLongerWait(
  trx: Transacting,
  { userId, botId }: Pick<LaneParts, 'userId' | 'botId'>,
  { now, longerThan }: { now: number; longerThan: number },
): Promise<boolean> {
  const row = await trx
    .selectFrom('lanes')
    .select('lane')
    .where('lane', '>=', laneOf(userId, botId, ''))
    .where('lane', '<', `${userId}:${botId};`)
    .where('waits_until', '>', now)
    .where('wait', '>', longerThan)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whole length of the current wait of a lane or its bot, in milliseconds; 0 if neither waits any more. */
export const currentWait = (
  row: Record<`${'lane' | 'bot'}_${'waits_until' | 'wait'}`, number | null>,
  now: number,
): number =>
  Math.max(
    (row.lane_waits_until ?? 0) > now ? (row.lane_wait ?? 0) : 0,
    (row.bot_waits_until ?? 0) > now ? (row.bot_wait ?? 0) : 0,
  )

/** Tolerated difference between the clocks of two machines. */
const SKEW_MS = 60_000

/** Rest of a wait in milliseconds; 0 if it is far longer than Telegram asked for: the clock was moved. */
export function remaining(stored: StoredWait | undefined, now: number): number {
  const wait = stored?.wait ?? 0
  const left = (stored?.until ?? 0) - now
  return left > wait + SKEW_MS ? 0 : Math.max(0, Math.min(left, wait))
}

export const deleteExpiredWaits = prepared((db, now: number) =>
  db
    .deleteFrom('lanes')
    .where(sql<boolean>`(waits_until <= ${now} or waits_until - ${now} > wait + ${SKEW_MS})`),
)
