import type { Transacting } from './schema.ts'

/** The lane waits `wait` milliseconds from `now`, across restarts. */
export const holdLane = (
  trx: Transacting,
  lane: string,
  userId: string,
  { now, wait }: { now: number; wait: number },
) =>
  trx
    .insertInto('lanes')
    .values({ lane, user_id: userId, waits_until: now + wait, wait })
    .onConflict(conflict => conflict.column('lane').doUpdateSet({ waits_until: now + wait, wait }))
    .execute()

/** The waits that are not over; one longer than it was ordered comes from a clock that was moved. */
export async function heldLanes(trx: Transacting, now: number): Promise<Map<string, number>> {
  await trx
    .deleteFrom('lanes')
    .where(eb =>
      eb.or([eb('waits_until', '<=', now), eb(eb('waits_until', '-', now), '>', eb.ref('wait'))]),
    )
    .execute()
  const rows = await trx.selectFrom('lanes').select(['lane', 'waits_until']).execute()
  return new Map(rows.map(row => [row.lane, row.waits_until - now]))
}
