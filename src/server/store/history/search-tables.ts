/** Tables of the search: in the database on PostgreSQL, in a file of their own on SQLite. */
import { type Kysely, sql } from 'kysely'
import { columnTypes, executeFor } from '#server/store/engine/dialect.ts'

export async function createSearchTables(
  db: Pick<Kysely<unknown>, 'schema' | 'getExecutor'>,
): Promise<void> {
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
  await executeFor(db, { sqlite: fts5, postgres: pgTrgm })
}

/** SQLite stores the trigrams in a separate table, which triggers keep up to date. */
const fts5 = [
  sql`create virtual table search_trigrams using fts5(
    text, content = 'search_texts', content_rowid = 'seq',
    tokenize = 'trigram', detail = 'none', columnsize = 0)`,
  sql`create trigger search_texts_in after insert on search_texts begin
    insert into search_trigrams (rowid, text) values (new.seq, new.text); end`,
  sql`create trigger search_texts_out after delete on search_texts begin
    insert into search_trigrams (search_trigrams, rowid, text)
      values ('delete', old.seq, old.text); end`,
]

const pgTrgm = [
  sql`create extension if not exists pg_trgm`,
  sql`create index search_texts_trigrams on search_texts using gin (text gin_trgm_ops)`,
]
