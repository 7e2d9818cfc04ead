import { type Kysely, sql } from 'kysely'
import { columnTypes, databaseType, executeFor } from '#server/store/engine/dialect.ts'
import { noteExistingAlerts, searchTriggers } from '#server/store/history/search-triggers.ts'

/** Texts and names by which the history is searched and sorted, filled after alerts were written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text, serial, asSerial } = columnTypes(db)
  await db.schema
    .createTable('search_changes')
    .addColumn('seq', serial, column => asSerial(column.primaryKey()))
    .addColumn('alert_id', text, column => column.notNull())
    .execute()
  if (databaseType(db) === 'postgres') await createTexts(db)
  // Triggers come first: creating them waits for alerts being written, which are noted here.
  await executeFor(db, searchTriggers)
  if (databaseType(db) === 'postgres') await noteExistingAlerts.execute(db)
}

async function createTexts(db: Kysely<unknown>): Promise<void> {
  const { text, serial } = columnTypes(db)
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
  await sql`create extension if not exists pg_trgm`.execute(db)
  await sql`create index search_texts_trigrams on search_texts using gin (text gin_trgm_ops)`.execute(
    db,
  )
}
