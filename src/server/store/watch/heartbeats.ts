/** Heartbeats: alerts that fire on every bar, to prove that TradingView's webhooks arrive. */
import type { Selectable, Updateable } from 'kysely'
import { asJson, rowsFromJson } from '#server/store/engine/dialect.ts'
import type { Owner, OwnerTransacting } from '#server/store/engine/owner.ts'
import { prepared } from '#server/store/engine/prepared.ts'
import type { Database, Tables } from '#server/store/engine/schema.ts'
import { MAX_HEARTBEATS } from '#shared/limits.ts'

export type HeartbeatRow = Selectable<Tables['heartbeats']>

const own = ({ db, userId }: Owner) =>
  db.selectFrom('heartbeats').selectAll().where('user_id', '=', userId)

export const listHeartbeats = (owner: Owner): Promise<HeartbeatRow[]> =>
  own(owner).orderBy('created_at').orderBy('id').limit(MAX_HEARTBEATS).execute()

export const readHeartbeat = (owner: Owner, id: string) =>
  own(owner).where('id', '=', id).executeTakeFirst()

/** Reads a heartbeat and locks it until the transaction ends. */
export const holdHeartbeat = ({ db, userId }: OwnerTransacting, id: string) =>
  db
    .updateTable('heartbeats')
    .set(eb => ({ name: eb.ref('name') }))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export async function countHeartbeats({ db, userId }: OwnerTransacting): Promise<number> {
  const { count } = await db
    .selectFrom('heartbeats')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export const insertHeartbeat = (
  { db, userId }: OwnerTransacting,
  row: Omit<HeartbeatRow, 'user_id'>,
) =>
  db
    .insertInto('heartbeats')
    .values({ ...row, user_id: userId })
    .execute()

/** @returns whether it was there */
export async function updateHeartbeat(
  { db, userId }: Owner,
  id: string,
  change: Updateable<Tables['heartbeats']>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('heartbeats')
    .set(change)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns whether it was there */
export async function deleteHeartbeat({ db, userId }: OwnerTransacting, id: string) {
  const { numDeletedRows } = await db
    .deleteFrom('heartbeats')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Records a beat. @param alarmAt instant from which it counts as silent without another beat */
export const beat = (
  own: OwnerTransacting,
  id: string,
  { now, alarmAt }: { now: number; alarmAt: number },
) => updateHeartbeat(own, id, { last_at: now, alarm_at: alarmAt, silent_since: null })

/** Latest firing of the account's watched series; 0 without one. Milliseconds UTC. */
export async function lastFiring({ db, userId }: OwnerTransacting): Promise<number> {
  const row = await db
    .selectFrom('watched_series')
    .select('last_fired_at')
    .where('user_id', '=', userId)
    .orderBy('last_fired_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.last_fired_at ?? 0
}

/** Finds heartbeats of any account, because their ids are secret. */
export async function findHeartbeats(
  db: Database,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, HeartbeatRow>> {
  const rows = await withIds(db, asJson([...ids].map(id => ({ id }))))
  return new Map(rows.map(row => [row.id, row]))
}

const withIds = prepared((db, given: string) =>
  db
    .selectFrom('heartbeats')
    .selectAll()
    .where('id', 'in', eb =>
      eb
        .selectFrom(rowsFromJson<{ id: string }>(db, given, { id: 'text' }).as('given'))
        .select('id'),
    ),
)
