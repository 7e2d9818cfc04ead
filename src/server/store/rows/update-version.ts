import type { Updateable } from 'kysely'
import type { Owner } from '#server/store/engine/owner.ts'
import type { Tables } from '#server/store/engine/schema.ts'

type Versioned = 'connections' | 'message_templates' | 'tv_alert_configs'

/**
 * Changes a row of the account's set-up and increments its version.
 * @returns whether the row exists, and has `version` if that is given
 */
export async function updateVersion<Table extends Versioned>(
  { db, userId }: Owner,
  table: Table,
  { id, version }: { id: string; version: number | undefined },
  change: Omit<Updateable<Tables[Table]>, 'id' | 'user_id' | 'version'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(table as Versioned)
    .set(eb => ({ ...change, version: eb('version', '+', 1) }))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where(eb => eb.and(version === undefined ? {} : { version }))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
