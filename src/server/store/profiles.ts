import type { Selectable, Updateable } from 'kysely'
import type { Owner } from './owner.ts'
import type { Database, Tables } from './schema.ts'

type ProfileRow = Omit<Selectable<Tables['profiles']>, 'user_id'>

export const insertProfile = (owner: Owner) =>
  owner.db
    .insertInto('profiles')
    .values({
      user_id: owner.userId,
      initial_setup_complete: 0,
      notifications_enabled: 1,
      history_days: null,
    })
    .execute()

export const readProfile = (owner: Owner): Promise<ProfileRow> =>
  owner.db
    .selectFrom('profiles')
    .select(['initial_setup_complete', 'notifications_enabled', 'history_days'])
    .where('user_id', '=', owner.userId)
    .executeTakeFirstOrThrow()

export const updateProfile = (owner: Owner, change: Updateable<ProfileRow>) =>
  owner.db.updateTable('profiles').set(change).where('user_id', '=', owner.userId).execute()

export const completeSetUp = (owner: Owner) => updateProfile(owner, { initial_setup_complete: 1 })

/** Accounts that keep their history for a time, with the days of it. */
export const limitedHistories = (db: Database) =>
  db
    .selectFrom('profiles')
    .select(['user_id', 'history_days'])
    .where('history_days', 'is not', null)
    .execute()
