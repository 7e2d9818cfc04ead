import { type Kysely, sql } from 'kysely'
import { executeFor } from '#server/store/engine/dialect.ts'

/** An insert pays for a note's row alone: notes are few and read whole, and their numbers may come back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('count_changes_by_user').execute()
  await executeFor(db, { sqlite: uncounted, postgres: [] })
}

const columns = sql.raw('user_id, connection_id, total, successful, failed, inactive, quarter')

/** SQLite only forgets what it has counted up with the table. */
const uncounted = [
  sql`create temporary table kept as select ${columns} from count_changes order by seq`,
  sql`drop table count_changes`,
  sql`create table count_changes (user_id text not null, connection_id text not null,
    total bigint not null, successful bigint not null, failed bigint not null,
    inactive bigint not null, quarter bigint not null, seq integer primary key)`,
  sql`insert into count_changes (${columns}) select ${columns} from kept`,
  sql`drop table kept`,
]
