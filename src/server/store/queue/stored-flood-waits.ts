/** Flood waits: how long Telegram told lanes and bots to wait, whichever process it told. */
import { sql } from 'kysely'
import { prepared } from '#server/store/engine/prepared.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import { type LaneParts, laneOf, laneParts } from './lane-key.ts'

/** Milliseconds UTC, and how many of them from then on. */
type FloodWait = { now: number; wait: number }

/** Until when to wait (milliseconds UTC), and how long the whole wait was; null without a wait. */
type StoredWait = { until: number | null; wait: number | null }

/** What is left of the waits of a lane and of its bot, in milliseconds. */
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

/** Whether a lane of the account and bot still waits and was told to wait for longer than that. */
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

/** How long a lane or its bot was told to wait, in milliseconds; 0 when neither waits any more. */
export const currentWait = (
  row: Record<`${'lane' | 'bot'}_${'waits_until' | 'wait'}`, number | null>,
  now: number,
): number =>
  Math.max(
    (row.lane_waits_until ?? 0) > now ? (row.lane_wait ?? 0) : 0,
    (row.bot_waits_until ?? 0) > now ? (row.bot_wait ?? 0) : 0,
  )

/** How far the clocks of two machines may lie apart. */
const SKEW_MS = 60_000

/** A wait that is far longer than Telegram asked for comes from a clock that was moved. */
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
