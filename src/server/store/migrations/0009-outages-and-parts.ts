import type { Kysely } from 'kysely'
import { columnTypes } from '#server/store/engine/dialect.ts'

/** Which bots Telegram does not answer, and how far a long message has arrived. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['silent_since', 'silent_seen'])
    await db.schema.alterTable('bots').addColumn(name, 'bigint').execute()
  await db.schema
    .alterTable('deliveries')
    .addColumn('sent_ends', columnTypes(db).text, column => column.notNull().defaultTo('[]'))
    .execute()
}
