import { sql } from 'kysely'
import { deleteOwned, HISTORY_TABLES, SET_UP_TABLES } from './account-tables.ts'
import { deleteInSteps } from './delete-in-steps.ts'
import { waitingLanesOf } from './deliveries.ts'
import { furnishAccount } from './furnish-account.ts'
import { type Owner, ownerTransaction } from './owner.ts'

/**
 * Leaves an account as it began: nothing comes in or goes out any more, and what there is is whole.
 * Its history is still there, and what waits in it has nowhere to go.
 * @returns lanes in which something waited
 */
export const resetSetUp = (owner: Owner, now: number): Promise<string[]> =>
  ownerTransaction(owner, async own => {
    await deleteOwned(own.db, own.userId, ['connections'])
    const lanes = await waitingLanesOf(own)
    await deleteOwned(own.db, own.userId, SHORT_TABLES)
    await furnishAccount(own, now)
    return lanes
  })

const SHORT_TABLES = SET_UP_TABLES.filter(table => table !== 'deliveries')

/**
 * The other half, which may take long: alerts that came afterwards, to new connections, stay. One that
 * was interrupted is finished by resetting again.
 */
export async function forgetHistory({ db, userId }: Owner, resetAt: number): Promise<void> {
  const own = sql`user_id = ${userId}`
  const isOld = sql`not (received_at > ${resetAt}
    and connection_id in (select id from connections where ${own}))`
  const isOfOld = sql`exists (select 1 from alerts where id = alert_id and ${isOld})`
  await deleteInSteps(db, 'deliveries', ['seq'], sql`${own} and ${isOfOld}`)
  for (const [table, key] of Object.entries(HISTORY_TABLES))
    await deleteInSteps(db, table, key, table === 'alerts' ? sql`${own} and ${isOld}` : own)
}
