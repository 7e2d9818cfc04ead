/** All rows of a table, one after the other and in the same order from both databases. */
import { sql } from 'kysely'
import { forDatabase } from '#server/store/engine/dialect.ts'
import type { Transacting } from '#server/store/engine/schema.ts'
import type { MovedTable } from './moved-tables.ts'

export type Row = Readonly<Record<string, unknown>>

/** Tables whose names are known only at run time. */
type AnyTable = Record<string, Record<string, unknown>>

/** Rows per fetch: an alert may take a few megabytes. */
const FETCHED_ROWS = 100

export const rowsOf = (from: Transacting, table: MovedTable): AsyncGenerator<Row> =>
  forDatabase(from, { sqlite: rowsOfSqlite, postgres: rowsOfPostgres })(from, table)

async function* rowsOfSqlite(
  from: Transacting,
  { name, columns, order }: MovedTable,
): AsyncGenerator<Row> {
  const rows = order.reduce(
    (query, column) => query.orderBy(column.name),
    from.withTables<AnyTable>().selectFrom(name).select(columns),
  )
  for await (const row of rows.stream()) yield whole(row)
}

/** Rounds fractions up: SQLite keeps them in columns of whole milliseconds, and some versions wrote them. */
function whole(row: Record<string, unknown>): Row {
  for (const [column, value] of Object.entries(row))
    if (typeof value === 'number') row[column] = Math.ceil(value)
  return row
}

/** Reads with a named cursor: one table at a time. */
async function* rowsOfPostgres(
  from: Transacting,
  { name, columns, order }: MovedTable,
): AsyncGenerator<Row> {
  const sorted = order.map(column =>
    column.isText ? sql`${sql.ref(column.name)} collate "C"` : sql.ref(column.name),
  )
  await sql`
    declare moved no scroll cursor for
    select ${sql.join(columns.map(column => sql.ref(column)))} from ${sql.table(name)}
    order by ${sql.join(sorted)}`.execute(from)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(FETCHED_ROWS)} from moved`.execute(from)
    yield* rows
    if (rows.length < FETCHED_ROWS) break
  }
  await sql`close moved`.execute(from)
}
