import { type Kysely, sql } from 'kysely'
import { executeFor } from '#server/store/engine/dialect.ts'
import { searchTriggers } from '#server/store/history/search-triggers.ts'

/**
 * Cheaper notes of each alert: for counts a row without an index, for the search a note once it has its outcome.
 * From now on SQLite keeps the searched texts in a separate file.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('count_changes_by_user').execute()
  await executeFor(db, { sqlite: [...uncounted, ...unsearched], postgres: untriggered })
  await executeFor(db, searchTriggers)
}

const columns = sql.raw('user_id, connection_id, total, successful, failed, inactive, quarter')

/** Replaces SQLite's `count_changes` by a table without autoincrement: numbers of deleted rows may be used again. */
const uncounted = [
  sql`create temporary table kept as select ${columns} from count_changes order by seq`,
  sql`drop table count_changes`,
  sql`create table count_changes (user_id text not null, connection_id text not null,
    total bigint not null, successful bigint not null, failed bigint not null,
    inactive bigint not null, quarter bigint not null, seq integer primary key)`,
  sql`insert into count_changes (${columns}) select ${columns} from kept`,
  sql`drop table kept`,
]

const triggers = ['alerts_noted_in', 'alerts_noted_out', 'alerts_noted_anew']

const unsearched = [
  ...triggers.map(name => sql`drop trigger ${sql.ref(name)}`),
  sql`drop table if exists search_trigrams`,
  sql`drop table if exists search_texts`,
  // The new search file is filled from all existing alerts.
  sql`delete from search_changes`,
]

const untriggered = [
  ...triggers.map(name => sql`drop trigger ${sql.ref(name)} on alerts`),
  sql`drop function note_alerts()`,
]
