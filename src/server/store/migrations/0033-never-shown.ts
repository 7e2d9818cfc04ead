import type { Kysely } from 'kysely'
import { columnTypes } from '#server/store/engine/dialect.ts'

/** The names of a connection's fields whose values are never shown. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('connections')
    .addColumn('never_shown', columnTypes(db).text, column => column.notNull().defaultTo('[]'))
    .execute()
}
