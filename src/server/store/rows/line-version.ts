/**
 * A connection cached with its account, template, chat and bot is current while the line version is unchanged:
 * SQLite draws a new random version whenever any process changes one of these rows.
 */
import { sql } from 'kysely'
import { forDatabase } from '#server/store/engine/dialect.ts'
import type { Database } from '#server/store/engine/schema.ts'

const TABLES = [
  'connections',
  'addresses',
  'tv_alert_configs',
  'profiles',
  'message_templates',
  'pauses',
  'lanes',
  'bots',
]

export const lineVersionTriggers: readonly ReturnType<typeof sql>[] = TABLES.flatMap(table =>
  ['insert', 'update', 'delete'].map(
    change => sql`create trigger ${sql.ref(`${table}_${change}_line`)}
      after ${sql.raw(change)} on ${sql.table(table)} begin
      update line_version set version = hex(randomblob(8)); end`,
  ),
)

/**
 * SQL expression of the version. Null on PostgreSQL: another process may change the rows between reading the
 * version and the commit, so a transaction has to read and lock the rows.
 */
export const lineVersion = (db: Database) =>
  forDatabase(db, {
    sqlite: sql<string | null>`(select version from line_version)`,
    postgres: sql<string | null>`null`,
  })
