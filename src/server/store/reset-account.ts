import { sql } from 'kysely'
import { deleteOwned, HISTORY_TABLES, SET_UP_TABLES } from './account-tables.ts'
import { deleteInSteps } from './delete-in-steps.ts'
import { waitingLanesOf } from './deliveries.ts'
import { furnishAccount } from './furnish-account.ts'
import { type Owner, ownerTransaction } from './owner.ts'

/**
 * Leaves an account as it began: nothing comes in or goes out any more, and what there is is whole.
 * Its history is still there.
 * @returns lanes in which something waited
 */
export const resetSetUp = (owner: Owner, now: number): Promise<string[]> =>
  ownerTransaction(owner, async own => {
    await deleteOwned(own.db, own.userId, ['connections'])
    const lanes = await waitingLanesOf(own)
    await deleteOwned(own.db, own.userId, SET_UP_TABLES)
    await furnishAccount(own, now)
    return lanes
  })

/** The other half, which may take long: alerts that came afterwards, to new connections, stay. */
export async function forgetHistory({ db, userId }: Owner, resetAt: number): Promise<void> {
  const own = sql`user_id = ${userId}`
  const came = sql`received_at > ${resetAt}
    and connection_id in (select id from connections where ${own})`
  for (const [table, key] of Object.entries(HISTORY_TABLES))
    await deleteInSteps(db, table, key, table === 'alerts' ? sql`${own} and not (${came})` : own)
}
