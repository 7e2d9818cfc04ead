import { ownerTransaction } from '#server/store/engine/owner.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { deleteSignInFailuresOf } from '#server/store/rows/sign-in-failures.ts'
import { addHistoryTombstone, FOR_EVER } from '#server/store/rows/tombstones.ts'
import { deleteOwned, SET_UP_TABLES } from './account-tables.ts'

/** Removes an account with everything that is its own: from now on it is gone, its history in steps. */
export const removeAccount = (
  db: Database,
  { id, email }: { id: string; email: string },
): Promise<void> =>
  ownerTransaction({ db, userId: id }, async own => {
    await deleteOwned(own.db, id, SET_UP_TABLES)
    await deleteSignInFailuresOf(own.db, email)
    // Sessions and the password go with it.
    await own.db.deleteFrom('user').where('id', '=', id).execute()
    await addHistoryTombstone(own, FOR_EVER)
  })
