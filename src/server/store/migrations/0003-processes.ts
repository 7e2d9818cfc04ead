import type { Kysely } from 'kysely'
import { columnTypes } from '#server/store/engine/dialect.ts'

/** Which processes are alive, and which bots each of them works for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(db)
  await db.schema
    .createTable('workers')
    .addColumn('id', text, column => column.primaryKey())
    .addColumn('alive_until', 'bigint', column => column.notNull())
    .execute()
  await db.schema.alterTable('bots').addColumn('worker', text).execute()
}
