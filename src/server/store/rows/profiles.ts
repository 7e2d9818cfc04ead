import { type Selectable, sql, type Updateable } from 'kysely'
import type { Owner } from '#server/store/engine/owner.ts'
import type { Database, Tables } from '#server/store/engine/schema.ts'

type ProfileRow = Omit<Selectable<Tables['profiles']>, 'user_id'>

/** @param timeZone an IANA name; without it, the installation's */
export const insertProfile = (owner: Owner, timeZone?: string) =>
  owner.db
    .insertInto('profiles')
    .values({
      user_id: owner.userId,
      initial_setup_complete: 0,
      notifications_enabled: 1,
      history_days: null,
      time_zone: timeZone ?? null,
      keyboard_shortcuts: null,
    })
    .execute()

export const readProfile = (owner: Owner): Promise<ProfileRow> =>
  owner.db
    .selectFrom('profiles')
    .select([
      'initial_setup_complete',
      'notifications_enabled',
      'history_days',
      'only_tradingview',
      'time_zone',
      'keyboard_shortcuts',
    ])
    .where('user_id', '=', owner.userId)
    .executeTakeFirstOrThrow()

export async function updateProfile(owner: Owner, change: Updateable<ProfileRow>): Promise<void> {
  // An update without columns is invalid SQL.
  if (Object.keys(change).length === 0) return
  await owner.db.updateTable('profiles').set(change).where('user_id', '=', owner.userId).execute()
}

export const completeSetUp = (owner: Owner) => updateProfile(owner, { initial_setup_complete: 1 })

/** Time zone of the account that owns a row of the statement. */
export const ownZone = (userId: 'connections.user_id' | 'deliveries.user_id') =>
  sql<string | null>`(select profiles.time_zone from profiles
    where profiles.user_id = ${sql.ref(userId)})`.as('time_zone')

/** Days for which an account keeps its alerts; null: forever. */
export async function retentionDays({ db, userId }: Owner): Promise<number | null> {
  const row = await db
    .selectFrom('profiles')
    .select('history_days')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.history_days ?? null
}

/** Accounts with a limited retention. */
export async function accountsWithRetention(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('profiles')
    .select('user_id')
    .where('history_days', 'is not', null)
    .execute()
  return rows.map(row => row.user_id)
}
