import type { Kysely } from 'kysely'
import { columnTypes, databaseType, executeFor } from '#server/store/engine/dialect.ts'
import { createSearchTables } from '#server/store/history/search-tables.ts'
import { noteExistingAlerts, searchTriggers } from '#server/store/history/search-triggers.ts'

/** Texts and names by which the history is searched and sorted, filled after alerts were written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text, serial, asSerial } = columnTypes(db)
  await db.schema
    .createTable('search_changes')
    .addColumn('seq', serial, column => asSerial(column.primaryKey()))
    .addColumn('alert_id', text, column => column.notNull())
    .execute()
  if (databaseType(db) === 'postgres') await createSearchTables(db)
  // Triggers come first: creating them waits for alerts being written, which are noted here.
  await executeFor(db, searchTriggers)
  if (databaseType(db) === 'postgres') await noteExistingAlerts.execute(db)
}
