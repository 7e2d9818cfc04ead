import type { Kysely } from 'kysely'

/** Whether a text of an alert that the template does not show is added to its message. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('connections')
    .addColumn('add_text', 'integer', column => column.notNull().defaultTo(1))
    .execute()
}
