import type { Database, Transacting } from './schema.ts'
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
  for (const table of LONG_TABLES) await deleteInSteps(db, table, id)
  await transaction(db, async trx => {
    await deleteOwned(trx, id, OWNED_TABLES)
    await deleteSignInFailuresOf(trx, email)
    // Sessions and the password go with it.
    await trx.deleteFrom('user').where('id', '=', id).execute()
  })
}

const STEP = 500
const LONG_TABLES = ['alerts', 'notifications', 'error_logs'] as const
const OWNED_TABLES = [
  ...LONG_TABLES,
  'connections',
  'deliveries',
  'lanes',
  'message_templates',
  'profiles',
  'dashboards',
  'count_changes',
  'quarter_counts',
  'connection_counts',
] as const

async function deleteInSteps(
  db: Database,
  table: (typeof LONG_TABLES)[number],
  userId: string,
): Promise<void> {
  let deleted: bigint
  do {
    const { numDeletedRows } = await transaction(db, trx =>
      trx
        .deleteFrom(table)
        .where('id', 'in', eb =>
          eb.selectFrom(table).select('id').where('user_id', '=', userId).limit(STEP),
        )
        .executeTakeFirstOrThrow(),
    )
    deleted = numDeletedRows
  } while (deleted > 0n)
}

async function deleteOwned(
  trx: Transacting,
  userId: string,
  tables: readonly (typeof OWNED_TABLES)[number][],
): Promise<void> {
  for (const table of tables) await trx.deleteFrom(table).where('user_id', '=', userId).execute()
}
