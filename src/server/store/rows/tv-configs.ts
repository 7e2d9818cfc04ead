import type { Selectable } from 'kysely'
import { nextReminder } from '#server/base/account-days.ts'
import type { Owner, OwnerTransacting } from '#server/store/engine/owner.ts'
import type { Tables } from '#server/store/engine/schema.ts'
import type { TvConfigDraft } from '#shared/model/tv-config.ts'
import { updateVersion } from './update-version.ts'

export type TvConfigRow = Selectable<Tables['tv_alert_configs']>

export const listTvConfigs = (owner: Owner) => own(owner).execute()

export const readTvConfig = (owner: Owner, id: string) =>
  own(owner).where('id', '=', id).executeTakeFirst()

const own = ({ db, userId }: Owner) =>
  db.selectFrom('tv_alert_configs').selectAll().where('user_id', '=', userId)

/** Number of a connection's configurations other than `id`. */
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
  { now, timeZone }: { now: number; timeZone: string },
) =>
  db
    .insertInto('tv_alert_configs')
    .values({
      ...tvConfigColumns(draft),
      ...expiryColumns(draft.expiresOn ?? null, now, timeZone),
      id,
      user_id: userId,
      version: 1,
      created_at: now,
    })
    .execute()

/**
 * @param change an omitted expiry stays unchanged
 * @returns whether the row exists, and has `version` if that is given
 */
export const updateTvConfig = (
  owner: Owner,
  id: string,
  change: ReturnType<typeof tvConfigColumns> & Partial<ReturnType<typeof expiryColumns>>,
  version?: number,
): Promise<boolean> => updateVersion(owner, 'tv_alert_configs', { id, version }, change)

/** Sets another expiry day. @returns whether the configuration exists */
export const renewTvConfig = (
  owner: Owner,
  id: string,
  change: ReturnType<typeof expiryColumns>,
): Promise<boolean> => updateVersion(owner, 'tv_alert_configs', { id, version: undefined }, change)

/** Expiry day, and instant of the owner's next reminder. */
export const expiryColumns = (expiresOn: string | null, now: number, timeZone: string) => ({
  expires_on: expiresOn,
  remind_at: expiresOn === null ? null : nextReminder(expiresOn, now, timeZone),
})

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
