import type { Kysely } from 'kysely'

/** How many sends of a message Telegram left without an answer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('deliveries')
    .addColumn('doubts', 'integer', column => column.notNull().defaultTo(0))
    .execute()
}
