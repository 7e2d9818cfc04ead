/** Pauses: lanes whose messages are held until their owner resumes them. */
import { type RawBuilder, sql } from 'kysely'
import { rowsFromJson } from '#server/store/engine/dialect.ts'
import type { Owner, OwnerTransacting } from '#server/store/engine/owner.ts'
import { prepared } from '#server/store/engine/prepared.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import { laneParts } from './lane-key.ts'

/** Lane value for all lanes of the account, including later ones. */
export const ALL_LANES = ''

const ofLane = (userId: string, lane: string) => sql`pauses.user_id = ${sql.ref(userId)}
  and pauses.lane in (${sql.lit(ALL_LANES)}, ${sql.ref(lane)})`

/** Whether a lane is paused. @param userId, lane columns */
export const isPaused = (userId: string, lane: string): RawBuilder<boolean> => sql`exists (
  select 1 from pauses where ${ofLane(userId, lane)} and pauses.ended_at is null)`

/** Whether a lane was paused at any time from an instant (milliseconds UTC) on. @param userId, lane columns */
export const wasPausedSince = (
  userId: string,
  lane: string,
  instant: number,
): RawBuilder<boolean> => sql`exists (
  select 1 from pauses
  where ${ofLane(userId, lane)} and (pauses.ended_at is null or pauses.ended_at > ${instant}))`

/** Returns the paused ones of the lanes. */
export async function pausedAmong(db: Database, lanes: readonly string[]): Promise<Set<string>> {
  const given = lanes.map(lane => ({ lane, user_id: laneParts(lane).userId }))
  return new Set((await paused(db, JSON.stringify(given))).map(({ lane }) => lane))
}

const paused = prepared((db, lanes: string) =>
  db
    .selectFrom(
      rowsFromJson<{ lane: string; user_id: string }>(db, lanes, {
        lane: 'text',
        user_id: 'text',
      }).as('given'),
    )
    .select('given.lane')
    .where(isPaused('given.user_id', 'given.lane')),
)

/** Pauses a lane; if it is paused already, the start of the pause is kept. */
export const pauseLane = ({ db, userId }: OwnerTransacting, lane: string, now: number) =>
  db
    .insertInto('pauses')
    .values({ user_id: userId, lane, since: now, ended_at: null })
    .onConflict(conflict =>
      conflict
        .columns(['user_id', 'lane'])
        .doUpdateSet({ since: now, ended_at: null })
        .where('pauses.ended_at', 'is not', null),
    )
    .execute()

/** Resumes a lane; `ALL_LANES` also resumes lanes that were paused one by one. */
export async function resumeLane(
  { db, userId }: OwnerTransacting,
  lane: string,
  now: number,
): Promise<void> {
  const all = db
    .updateTable('pauses')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
  await (lane === ALL_LANES ? all : all.where('lane', '=', lane)).execute()
}

/** Starts of the account's pauses that have not ended (milliseconds UTC), by lane or `ALL_LANES`. */
export async function readPauses({ db, userId }: Owner): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('pauses')
    .select(['lane', 'since'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
  return new Map(rows.map(({ lane, since }) => [lane, since]))
}

/** Moves a pause to the lane of the same chat under its new id. */
export async function movePause(trx: Transacting, from: string, to: string): Promise<void> {
  const own = { db: trx, userId: laneParts(from).userId }
  const since = (await readPauses(own)).get(from)
  if (since === undefined) return
  await pauseLane(own, to, since)
  await deleteUnusedPauses(own)
}

/** Deletes pauses of lanes that no connection uses any more. */
export const deleteUnusedPauses = ({ db, userId }: OwnerTransacting) =>
  db
    .deleteFrom('pauses')
    .where('user_id', '=', userId)
    .where('lane', '!=', ALL_LANES)
    .where('lane', 'not in', eb =>
      eb.selectFrom('connections').select('lane').where('user_id', '=', userId),
    )
    .execute()

/** Deletes pauses that ended by `before` (milliseconds UTC). */
export const deleteEndedPauses = prepared((db, before: number) =>
  db.deleteFrom('pauses').where('ended_at', '<=', before),
)
