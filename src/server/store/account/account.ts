import { type Owner, type OwnerTransacting, ownerTransaction } from '#server/store/engine/owner.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { insertProfile } from '#server/store/rows/profiles.ts'
import { deleteSeenChatsOf } from '#server/store/rows/seen-chats.ts'
import { deleteSignInFailuresOf } from '#server/store/rows/sign-in-failures.ts'
import { insertTemplates } from '#server/store/rows/templates.ts'
import { ALL_HISTORY, addHistoryTombstone } from '#server/store/rows/tombstones.ts'
import { defaultTemplates } from '#shared/message/template/default-templates.ts'
import { deleteOwned, SET_UP_TABLES } from './account-tables.ts'
import { sweepStep } from './sweeper.ts'

/** What an account begins with: its profile and the ten default templates. */
export async function seedAccount(
  own: OwnerTransacting,
  now: number,
  timeZone?: string,
): Promise<void> {
  await insertProfile(own, timeZone)
  await insertTemplates(own, defaultTemplates, now)
}

/**
 * Leaves an account as it began: nothing comes in or goes out any more. A long history goes in steps
 * afterwards, and what comes to new connections meanwhile stays.
 */
export const resetAccount = (owner: Owner): Promise<void> =>
  ownerTransaction(owner, async own => {
    await deleteSeenChatsOf(own)
    await deleteOwned(own.db, own.userId, SET_UP_TABLES)
    const now = Date.now()
    await seedAccount(own, now)
    await sweepStep(own.db, await addHistoryTombstone(own, now))
  })

/** Removes an account with everything that is its own: from now on it is gone, its history in steps. */
export const removeAccount = (
  db: Database,
  { id, email }: { id: string; email: string },
): Promise<void> =>
  ownerTransaction({ db, userId: id }, async own => {
    await deleteSeenChatsOf(own)
    await deleteOwned(own.db, id, SET_UP_TABLES)
    await deleteSignInFailuresOf(own.db, email)
    // Sessions and the password go with it.
    await own.db.deleteFrom('user').where('id', '=', id).execute()
    await addHistoryTombstone(own, ALL_HISTORY)
  })
