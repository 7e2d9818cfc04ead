import { type Owner, ownerTransaction } from '#server/store/engine/owner.ts'
import { addHistoryTombstone } from '#server/store/rows/tombstones.ts'
import { deleteOwned, SET_UP_TABLES } from './account-tables.ts'
import { furnishAccount } from './seed-account.ts'
import { sweepStep } from './sweeper.ts'

/**
 * Leaves an account as it began: nothing comes in or goes out any more. A long history goes in steps
 * afterwards, and what comes to new connections meanwhile stays.
 */
export const resetAccount = (owner: Owner): Promise<void> =>
  ownerTransaction(owner, async own => {
    await deleteOwned(own.db, own.userId, SET_UP_TABLES)
    const now = Date.now()
    await furnishAccount(own, now)
    await sweepStep(own.db, await addHistoryTombstone(own, now))
  })
