import type { Kysely } from 'kysely'
import { columnTypes, executeFor } from '#server/store/engine/dialect.ts'
import {
  noteExistingAlerts,
  searchIndex,
  searchTriggers,
} from '#server/store/history/search-triggers.ts'

/** By what the history is searched and sorted, filled after alerts were written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text, serial, asSerial } = columnTypes(db)
  await db.schema
    .createTable('search_changes')
    .addColumn('seq', serial, column => asSerial(column.primaryKey()))
    .addColumn('alert_id', text, column => column.notNull())
    .execute()
  await db.schema
    .createTable('search_texts')
    .addColumn('seq', serial, column => column.primaryKey())
    .addColumn('alert_id', text, column => column.notNull().unique())
    .addColumn('user_id', text, column => column.notNull())
    .addColumn('connection_id', text, column => column.notNull())
    .addColumn('name_key', text, column => column.notNull())
    .addColumn('text', text, column => column.notNull())
    .execute()
  await db.schema
    .createIndex('search_texts_by_name')
    .on('search_texts')
    .columns(['user_id', 'name_key', 'seq'])
    .execute()
  await db.schema
    .createIndex('search_texts_by_connection')
    .on('search_texts')
    .columns(['user_id', 'connection_id', 'name_key', 'seq'])
    .execute()
  await executeFor(db, searchIndex)
  // First, since they wait for the writes of alerts under way: those are noted here.
  await executeFor(db, searchTriggers)
  await noteExistingAlerts.execute(db)
}
