import type { Selectable } from 'kysely'
import type { Owner, OwnerTransacting } from '#server/store/engine/owner.ts'
import type { Tables } from '#server/store/engine/schema.ts'
import type { TvConfigDraft } from '#shared/model/tv-config.ts'

export type TvConfigRow = Selectable<Tables['tv_alert_configs']>

export const listTvConfigs = (owner: Owner) => own(owner).execute()

export const readTvConfig = (owner: Owner, id: string) =>
  own(owner).where('id', '=', id).executeTakeFirst()

const own = ({ db, userId }: Owner) =>
  db.selectFrom('tv_alert_configs').selectAll().where('user_id', '=', userId)

/** How many a connection has besides the one named. */
export async function countOtherConfigs(
  owner: Owner,
  connectionId: string,
  id: string,
): Promise<number> {
  const { count } = await owner.db
    .selectFrom('tv_alert_configs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', owner.userId)
    .where('connection_id', '=', connectionId)
    .where('id', '!=', id)
    .executeTakeFirstOrThrow()
  return count
}

export const insertTvConfig = (
  { db, userId }: Owner,
  id: string,
  draft: TvConfigDraft,
  now: number,
) =>
  db
    .insertInto('tv_alert_configs')
    .values({ ...tvConfigColumns(draft), id, user_id: userId, version: 1, created_at: now })
    .execute()

/** @returns whether the row was there, in the version given if one was given */
export async function updateTvConfig(
  { db, userId }: Owner,
  id: string,
  draft: TvConfigDraft,
  version?: number,
): Promise<boolean> {
  const update = db
    .updateTable('tv_alert_configs')
    .set(eb => ({ ...tvConfigColumns(draft), version: eb('version', '+', 1) }))
    .where('user_id', '=', userId)
    .where('id', '=', id)
  const result = await (version === undefined
    ? update
    : update.where('version', '=', version)
  ).executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export const tvConfigColumns = (draft: TvConfigDraft) => ({
  name: draft.name,
  connection_id: draft.connectionId,
  template_fields: JSON.stringify(draft.templateFields),
  condition_notes: draft.tradingViewConditionNotes,
  frequency_notes: draft.tradingViewFrequencyNotes,
})

/** @returns whether it was there */
export async function deleteTvConfig({ db, userId }: OwnerTransacting, id: string) {
  const { numDeletedRows } = await db
    .deleteFrom('tv_alert_configs')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const deleteTvConfigsOf = ({ db, userId }: OwnerTransacting, connectionId: string) =>
  db
    .deleteFrom('tv_alert_configs')
    .where('user_id', '=', userId)
    .where('connection_id', '=', connectionId)
    .execute()
