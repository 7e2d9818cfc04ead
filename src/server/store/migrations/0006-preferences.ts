import type { Kysely } from 'kysely'

/** Preferences of an account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('profiles')
    .addColumn('notifications_enabled', 'integer', column => column.notNull().defaultTo(1))
    .execute()
  await db.schema.alterTable('profiles').addColumn('history_days', 'integer').execute()
}
