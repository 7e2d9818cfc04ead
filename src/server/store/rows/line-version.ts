/**
 * A connection that a process remembers, with its account, template, chat and bot, is as it was read while the
 * line's version is the same: SQLite draws another whenever one of these rows changes, whichever process does it.
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
 * The version, in a query. On PostgreSQL null: another process may change the rows between a look at the version
 * and the commit, so that a transaction has to read them and lock them.
 */
export const lineVersion = (db: Database) =>
  forDatabase(db, {
    sqlite: sql<string | null>`(select version from line_version)`,
    postgres: sql<string | null>`null`,
  })
