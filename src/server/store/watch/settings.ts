/** What an account wants to be told by Vigía, and how. */
import type { Selectable } from 'kysely'
import type { Owner } from '#server/store/engine/owner.ts'
import type { Tables } from '#server/store/engine/schema.ts'

export type WatchSettingsRow = Selectable<Tables['watch_settings']>

/** Of an account that has chosen nothing. */
const byDefault = {
  connection_id: null,
  alarms: 1,
  expiry_reminders: 1,
  summary_time: null,
  summary_at: null,
} as const

/** A connection that is gone counts as none. */
export async function readWatchSettings({ db, userId }: Owner): Promise<WatchSettingsRow> {
  const row = await db
    .selectFrom('watch_settings')
    .leftJoin('connections', join =>
      join
        .onRef('connections.id', '=', 'watch_settings.connection_id')
        .onRef('connections.user_id', '=', 'watch_settings.user_id'),
    )
    .select([
      'connections.id as connection_id',
      'alarms',
      'expiry_reminders',
      'summary_time',
      'summary_at',
    ])
    .where('watch_settings.user_id', '=', userId)
    .executeTakeFirst()
  return { user_id: userId, ...(row ?? byDefault) }
}

export async function writeWatchSettings(
  { db, userId }: Owner,
  change: Partial<Omit<WatchSettingsRow, 'user_id'>>,
): Promise<void> {
  if (Object.keys(change).length === 0) return
  await db
    .insertInto('watch_settings')
    .values({ ...byDefault, ...change, user_id: userId })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(change))
    .execute()
}
