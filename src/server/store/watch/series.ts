/** Watched series of an account. */
import type { Selectable, Updateable } from 'kysely'
import { inChunks } from '#server/store/engine/batches.ts'
import type { Owner, OwnerTransacting } from '#server/store/engine/owner.ts'
import type { Tables } from '#server/store/engine/schema.ts'
import { MAX_WATCHED } from '#shared/limits.ts'

export type SeriesRow = Selectable<Tables['watched_series']>

/** Columns of a listed series; `rhythm` and `recent` are left out, as they are long. */
const shown = [
  'watched_series.id',
  'watched_series.connection_id',
  'watched_series.name',
  'watched_series.strip',
  'watched_series.firings',
  'watched_series.first_fired_at',
  'watched_series.last_fired_at',
  'watched_series.state',
  'watched_series.state_since',
  'watched_series.expected_at',
  'watched_series.alarm_at',
  'watched_series.usual_gap',
  'watched_series.limit_level',
  'watched_series.limit_at',
  'watched_series.silenced_until',
  'watched_series.fall_id',
  'connections.name as connection_name',
  'connections.is_active',
] as const

const listed = ({ db, userId }: Owner) =>
  db
    .selectFrom('watched_series')
    .innerJoin('connections', 'connections.id', 'watched_series.connection_id')
    .select(shown)
    .where('watched_series.user_id', '=', userId)
    .where('connections.user_id', '=', userId)

export type ShownSeries = Awaited<ReturnType<typeof listSeries>>[number]

export const listSeries = (owner: Owner) => listed(owner).limit(MAX_WATCHED).execute()

export const describeSeries = (owner: Owner, id: string) =>
  listed(owner)
    .select('watched_series.recent')
    .where('watched_series.id', '=', id)
    .executeTakeFirst()

/** Reads a series and locks it; its new version also rejects results that others computed from the old one. */
export const holdSeries = (
  { db, userId }: OwnerTransacting,
  id: string,
): Promise<SeriesRow | undefined> =>
  db
    .updateTable('watched_series')
    .set(eb => ({ version: eb('version', '+', 1) }))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** @returns whether it was there */
export async function updateSeries(
  { db, userId }: Owner,
  id: string,
  change: Updateable<Tables['watched_series']>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('watched_series')
    .set(change)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteSeriesOf(
  { db, userId }: OwnerTransacting,
  connectionIds: readonly string[],
): Promise<void> {
  for (const some of inChunks(connectionIds))
    await db
      .deleteFrom('watched_series')
      .where('user_id', '=', userId)
      .where('connection_id', 'in', some)
      .execute()
}

/** @returns whether it was there */
export async function deleteSeries({ db, userId }: OwnerTransacting, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('watched_series')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
