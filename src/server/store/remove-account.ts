import { sql } from 'kysely'
import { deleteInSteps } from './delete-in-steps.ts'
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
  for (const [table, key] of Object.entries(LONG_TABLES))
    await deleteInSteps(db, table, key, sql`user_id = ${id}`)
  await transaction(db, async trx => {
    await deleteOwned(trx, id, OWNED_TABLES)
    await deleteSignInFailuresOf(trx, email)
    // Sessions and the password go with it.
    await trx.deleteFrom('user').where('id', '=', id).execute()
  })
}

/** By what an account tells their rows apart. */
const LONG_TABLES = {
  alerts: ['id'],
  notifications: ['id'],
  error_logs: ['id'],
  count_changes: ['seq'],
  quarter_counts: ['connection_id', 'quarter'],
}
const OWNED_TABLES = [
  'alerts',
  'notifications',
  'error_logs',
  'connections',
  'deliveries',
  'lanes',
  'message_templates',
  'tv_alert_configs',
  'profiles',
  'dashboards',
  'count_changes',
  'quarter_counts',
  'connection_counts',
] as const

async function deleteOwned(
  trx: Transacting,
  userId: string,
  tables: readonly (typeof OWNED_TABLES)[number][],
): Promise<void> {
  for (const table of tables) await trx.deleteFrom(table).where('user_id', '=', userId).execute()
}
