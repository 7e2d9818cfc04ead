import { type Kysely, sql } from 'kysely'
import { executeFor } from '#server/store/engine/dialect.ts'

/**
 * The search no longer stores names and connections: the history sorts by them itself. Workers of the previous version
 * still write the columns, so PostgreSQL keeps them; on SQLite the file of the search is made anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeFor(db, {
    sqlite: [],
    postgres: [
      sql`drop index search_texts_by_name`,
      sql`drop index search_texts_by_connection`,
      sql`alter table search_texts alter column name_key drop not null,
        alter column connection_id drop not null`,
    ],
  })
}
