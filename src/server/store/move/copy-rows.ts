import { sql } from 'kysely'
import { forDatabase } from '#server/store/engine/dialect.ts'
import type { Transacting } from '#server/store/engine/schema.ts'
import { copyTable } from './copy-table.ts'
import { isSameTable } from './is-same-table.ts'
import type { MovedTable } from './moved-tables.ts'

/** `title` is Spanish. */
export type CopiedTable = { name: string; title: string; rows: number }

/** @param rows number of rows of the table done so far */
export type OnProgress = (step: 'copy' | 'compare', title: string, rows: number) => void

/** The rows of a table are not the same in both databases. */
export class DifferentRowsError extends Error {
  override name = 'DifferentRowsError'
  readonly table: MovedTable

  constructor(table: MovedTable) {
    super(`${table.name} differs`)
    this.table = table
  }
}

/**
 * Copies tables into empty ones of the other database, and compares them value by value.
 * @throws DifferentRowsError
 */
export async function copyRows(
  from: Transacting,
  to: Transacting,
  tables: readonly MovedTable[],
  onProgress: OnProgress,
): Promise<CopiedTable[]> {
  const copied: CopiedTable[] = []
  for (const table of tables) {
    const { name, title } = table
    const rows = await copyTable(from, to, table, done => onProgress('copy', title, done))
    copied.push({ name, title, rows })
  }
  await countOn(from, to, tables)
  for (const table of tables)
    if (!(await isSameTable(from, to, table, done => onProgress('compare', table.title, done))))
      throw new DifferentRowsError(table)
  return copied
}

/** Continues the numbering of rows, so that no number is given twice. */
async function countOn(
  from: Transacting,
  to: Transacting,
  tables: readonly MovedTable[],
): Promise<void> {
  for (const { name, order } of tables) {
    const [key] = order
    const last = key && (await lastGiven(from, name, key.name))
    if (last) await giveAfter(to, { name, key: key.name }, last)
  }
}

/** @returns last number given to a row of the table; undefined if its rows are not numbered, or not yet */
async function lastGiven(from: Transacting, table: string, key: string) {
  const numbers = forDatabase(from, {
    sqlite: sql<{ last: number }>`select seq as last from sqlite_sequence where name = ${table}`,
    // Finds no row for a table whose key has no sequence.
    postgres: sql<{ last: number }>`
      select last_value as last from pg_sequences
      where format('%I.%I', schemaname, sequencename)::regclass
        = pg_get_serial_sequence(quote_ident(${table}::text), ${key}::text)::regclass`,
  })
  const { rows } = await numbers.execute(from)
  return rows[0]?.last
}

async function giveAfter(
  to: Transacting,
  { name, key }: { name: string; key: string },
  last: number,
): Promise<void> {
  const statements = forDatabase(to, {
    sqlite: [
      sql`delete from sqlite_sequence where name = ${name}`,
      sql`insert into sqlite_sequence (name, seq) values (${name}, ${last})`,
    ],
    postgres: [
      sql`alter table ${sql.table(name)} alter column ${sql.ref(key)}
        restart with ${sql.lit(last + 1)}`,
    ],
  })
  for (const statement of statements) await statement.execute(to)
}
