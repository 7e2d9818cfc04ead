/** Settings of Vigía: the alarms, reminders and summary that an account wants, and the connection that sends them. */
import type { Selectable } from 'kysely'
import type { Owner } from '#server/store/engine/owner.ts'
import type { Tables } from '#server/store/engine/schema.ts'

export type WatchSettingsRow = Selectable<Tables['watch_settings']>

/** Settings of an account without a row. */
const byDefault = {
  connection_id: null,
  alarms: 1,
  expiry_reminders: 1,
  summary_time: null,
  summary_at: null,
} as const

/** A removed connection is read as null. */
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
