/** Whom Telegram told to wait, across restarts: lanes, and bots as a whole. */
import { sql } from 'kysely'
import type { Transacting } from './schema.ts'

/** Milliseconds UTC, and how many of them from then on. */
type Wait = { now: number; wait: number }

export const holdLane = (
  trx: Transacting,
  { lane, userId }: { lane: string; userId: string },
  { now, wait }: Wait,
) =>
  trx
    .insertInto('lanes')
    .values({ lane, user_id: userId, waits_until: now + wait, wait })
    .onConflict(conflict => conflict.column('lane').doUpdateSet({ waits_until: now + wait, wait }))
    .execute()

export const holdBot = (trx: Transacting, botId: string, { now, wait }: Wait) =>
  trx
    .insertInto('bots')
    .values({ bot_id: botId, waits_until: now + wait, wait })
    .onConflict(conflict =>
      conflict.column('bot_id').doUpdateSet({ waits_until: now + wait, wait }),
    )
    .execute()

/** The waits that are not over, in milliseconds; those that are go. */
export async function remainingWaits(
  trx: Transacting,
  now: number,
): Promise<{ lanes: Map<string, number>; bots: Map<string, number> }> {
  await trx.deleteFrom('lanes').where(isOver(now)).execute()
  await trx.deleteFrom('bots').where(isOver(now)).execute()
  const lanes = await trx.selectFrom('lanes').select(['lane', 'waits_until']).execute()
  const bots = await trx.selectFrom('bots').select(['bot_id', 'waits_until']).execute()
  return {
    lanes: new Map(lanes.map(row => [row.lane, row.waits_until - now])),
    bots: new Map(bots.map(row => [row.bot_id, row.waits_until - now])),
  }
}

/** One that is longer than it was ordered comes from a clock that was moved. */
const isOver = (now: number) => sql<boolean>`(waits_until <= ${now} or waits_until - ${now} > wait)`
