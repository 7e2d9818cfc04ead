import type { Kysely } from 'kysely'

/** Whether keyboard shortcuts without a modifier work; null: they do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('profiles').addColumn('keyboard_shortcuts', 'integer').execute()
}
