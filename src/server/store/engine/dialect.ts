/** Tells which database is in use, and builds the SQL that differs between the two. */

import {
  type ColumnDefinitionBuilder,
  type CompiledQuery,
  type Expression,
  type Kysely,
  PostgresAdapter,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
} from 'kysely'
import { clock } from '#server/base/clock.ts'
import type { Transacting } from './schema.ts'

/** A database or a transaction. */
type Open = Pick<Kysely<unknown>, 'getExecutor'>

export const databaseType = (db: Open): 'sqlite' | 'postgres' =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'

const isPostgres = (db: Open): boolean => databaseType(db) === 'postgres'

/** One value for each database. */
export type PerDatabase<T> = Readonly<Record<'sqlite' | 'postgres', T>>

export const forDatabase = <T>(db: Open, { sqlite, postgres }: PerDatabase<T>): T =>
  isPostgres(db) ? postgres : sqlite

/** Runs the statements for the database in use, one after the other. */
export async function executeFor(
  db: Open,
  statements: PerDatabase<readonly RawBuilder<unknown>[]>,
): Promise<void> {
  for (const statement of forDatabase(db, statements)) await statement.execute(db)
}

/** The text in lower case and without accents. */
export const folded = (text: Expression<string | null>) => sql<string>`fold(${text})`

/**
 * An advisory lock: no other transaction holds `what` until this one ends. SQLite lets only one
 * transaction write anyway.
 */
export async function advisoryLock(trx: Transacting, what: string): Promise<void> {
  if (isPostgres(trx))
    await sql`select pg_advisory_xact_lock(hashtextextended(${what}, 0))`.execute(trx)
}

/** As `advisoryLock`, without waiting. @returns whether it holds `what` now */
export async function tryAdvisoryLock(trx: Transacting, what: string): Promise<boolean> {
  if (!isPostgres(trx)) return true
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${what}, 0)) as held`.execute(trx)
  return rows[0]?.held === true
}

export async function hasTable(db: Open, name: string): Promise<boolean> {
  const { rows } = await forDatabase(db, {
    sqlite: sql`select 1 from sqlite_schema where type = 'table' and name = ${name}`,
    postgres: sql`select 1 where to_regclass(quote_ident(${name})) is not null`,
  }).execute(db)
  return rows.length > 0
}

/** Bytes of the database on disk, without its write-ahead log. */
export async function databaseSize(db: Open): Promise<number> {
  const { rows } = await forDatabase(db, {
    sqlite: sql<{ size: number }>`
      select page_count * page_size as size from pragma_page_count, pragma_page_size`,
    postgres: sql<{ size: number }>`select pg_database_size(current_database()) as size`,
  }).execute(db)
  return rows[0]?.size ?? 0
}

/** The clock that all processes on the database share. Milliseconds UTC. */
export async function sharedClock(db: Open): Promise<number> {
  if (!isPostgres(db)) return clock.now()
  const { rows } = await sql<{ now: number }>`select ${databaseNow} as now`.execute(db)
  return rows[0]?.now ?? clock.now()
}

/** PostgreSQL's clock. Milliseconds UTC. */
export const databaseNow = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** Locks the rows that a query reads: they can't be deleted before the transaction ends. */
export const lockAgainstDeletion = <DB, Table extends keyof DB & string, Row>(
  db: Open,
  table: Table,
  query: SelectQueryBuilder<DB, Table, Row>,
): SelectQueryBuilder<DB, Table, Row> => (isPostgres(db) ? query.forKeyShare(table) : query)

/**
 * Rows given as one JSON list of objects: the statement is the same for any number of rows.
 * @param columns types by column name; the names are the keys of the objects
 */
export function rowsFromJson<Row>(
  db: Open,
  json: string,
  columns: { readonly [Name in keyof Row & string]: 'bigint' | 'text' },
): RawBuilder<Row> {
  const all = Object.entries<'bigint' | 'text'>(columns)
  if (isPostgres(db)) {
    const defined = all.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`)
    return sql`(select * from json_to_recordset(${json}::json) as given(${sql.join(defined)}))`
  }
  const picked = all.map(([name]) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`)
  return sql`(select ${sql.join(picked)} from json_each(${json}))`
}

/** JSON for a statement, without U+0000 and lone surrogates, which PostgreSQL refuses in it. */
export function asJson(value: object): string {
  const json = JSON.stringify(value)
  return json.includes('\\u') ? JSON.stringify(value, (_, inner) => storable(inner)) : json
}

/**
 * For SQLite: a statement that runs for each row in turn, in one question to its thread.
 * @param query has the values of a row as its parameters
 */
export const runForEach = (
  query: CompiledQuery,
  rows: readonly (readonly unknown[])[],
): CompiledQuery => ({
  ...query,
  parameters: rows.map(row => row.map(value => storable(value))),
})

/** A column's JSON list with one more entry; the last `most` entries are kept. */
export function appended(
  db: Open,
  column: string,
  entry: object,
  most: number,
): RawBuilder<string> {
  const list = sql`coalesce(${sql.ref(column)}, '[]')`
  if (isPostgres(db))
    return sql`((case when json_array_length(${list}::json) < ${sql.lit(most)} then ${list}::jsonb
      else ${list}::jsonb - 0 end) || ${asJson([entry])}::jsonb)::text`
  return sql`json_insert(case when json_array_length(${list}) < ${sql.lit(most)} then ${list}
    else json_remove(${list}, '$[0]') end, '$[#]', json(${asJson(entry)}))`
}

const storable = (value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value

/** Whether a column has one of the values: the statement is the same for any number of values. */
export const isOneOf = (
  db: Open,
  column: string,
  values: readonly string[],
): RawBuilder<boolean> =>
  isPostgres(db)
    ? sql`${sql.ref<string>(column)} = any(${values}::text[])`
    : sql`${sql.ref<string>(column)} in (select value from json_each(${JSON.stringify(values)}))`

/**
 * Whether a row that is looked up by its own id belongs to an account or a lane. Keeps both databases from using
 * an index of `column`: SQLite would read all rows of the owner by it, and so would PostgreSQL as long as it
 * expects few.
 */
export const belongsTo = (
  db: Open,
  column: string,
  owner: string | Expression<string>,
): RawBuilder<boolean> =>
  isPostgres(db)
    ? sql`${sql.ref<string>(column)} || '' = ${owner}`
    : sql`+${sql.ref<string>(column)} = ${owner}`

/** Column types. Texts sort by their code points in both databases. */
export const columnTypes = (db: Open) =>
  isPostgres(db)
    ? {
        text: sql`text collate "C"`,
        instant: sql`timestamptz`,
        truth: sql`boolean`,
        serial: sql`bigint`,
        asSerial: (column: ColumnDefinitionBuilder) => column.generatedByDefaultAsIdentity(),
      }
    : {
        text: sql`text`,
        instant: sql`date`,
        truth: sql`integer`,
        serial: sql`integer`,
        asSerial: (column: ColumnDefinitionBuilder) => column.autoIncrement(),
      }

/** Ends the definition of a table whose rows are stored in the order of their key, where the database can do that. */
export const inOrderOfKey = (db: Open) => (isPostgres(db) ? sql`` : sql`without rowid`)
