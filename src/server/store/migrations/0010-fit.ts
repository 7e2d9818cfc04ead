import type { Kysely } from 'kysely'
import { columnTypes } from '#server/store/engine/dialect.ts'

/** How an alert's message was made: the template that did not fit, and the keys that lent values. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(db)
  await db.schema.alterTable('alerts').addColumn('misfit', text).execute()
  await db.schema
    .alterTable('alerts')
    .addColumn('taken', text, column => column.notNull().defaultTo('[]'))
    .execute()
}
