import { sql } from 'kysely'
import { DERIVED_TABLES, deleteOwned, HISTORY_TABLES, SET_UP_TABLES } from './account-tables.ts'
import { deleteInSteps } from './delete-in-steps.ts'
import type { Database } from './schema.ts'
import { deleteSessions } from './sessions.ts'
import { deleteSignInFailuresOf } from './sign-in-failures.ts'
import { transaction } from './transaction.ts'

/**
 * Removes an account with everything that is its own. First nothing can come in or go out any
 * more, then the long tables go in steps; one that was interrupted is finished by doing it again.
 */
export async function removeAccount(
  db: Database,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await transaction(db, async trx => {
    await deleteSessions(trx, id)
    await deleteOwned(trx, id, ['connections', 'deliveries'])
  })
  for (const [table, key] of Object.entries(LONG_TABLES))
    await deleteInSteps(db, table, key, sql`user_id = ${id}`)
  await transaction(db, async trx => {
    await deleteOwned(trx, id, OWNED_TABLES)
    await deleteSignInFailuresOf(trx, email)
    // Sessions and the password go with it.
    await trx.deleteFrom('user').where('id', '=', id).execute()
  })
}

/** What is derived comes last: deleting alerts writes there. */
const LONG_TABLES = { ...HISTORY_TABLES, ...DERIVED_TABLES }

const OWNED_TABLES = [...SET_UP_TABLES, ...keysOf(HISTORY_TABLES), ...keysOf(DERIVED_TABLES)]

function keysOf<Lists extends object>(lists: Lists): (keyof Lists)[] {
  return Object.keys(lists) as (keyof Lists)[]
}
