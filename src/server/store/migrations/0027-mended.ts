import type { Kysely } from 'kysely'

/** Last time a connection's owner changed something that may have kept its alerts from their chat. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('connections').addColumn('mended_at', 'bigint').execute()
}
