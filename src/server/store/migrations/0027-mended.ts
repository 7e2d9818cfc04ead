import type { Kysely } from 'kysely'

/** When a connection's owner last did something about what keeps its alerts from their chat. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('connections').addColumn('mended_at', 'bigint').execute()
}
