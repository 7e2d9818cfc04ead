import type { Transacting } from '../schema.ts'
import type { MovedTable } from './moved-tables.ts'
import { type AnyTable, type Row, rowsOfSqlite } from './read-rows.ts'

/** What one statement holds at most: rows, and characters of text that make it full before that. */
const MOST_ROWS = 500
const FULL = 1_000_000
/** PostgreSQL counts a statement's values in two bytes. */
const MOST_VALUES = 65_535

/** @param onProgress called with the rows that were copied so far */
export async function copyTable(
  from: Transacting,
  to: Transacting,
  table: MovedTable,
  onProgress: (rows: number) => void,
): Promise<number> {
  const mostRows = Math.min(MOST_ROWS, Math.floor(MOST_VALUES / table.columns.length))
  let copied = 0
  for await (const rows of together(rowsOfSqlite(from, table), mostRows)) {
    await to.withTables<AnyTable>().insertInto(table.name).values(rows).execute()
    copied += rows.length
    onProgress(copied)
  }
  return copied
}

async function* together(rows: AsyncIterable<Row>, mostRows: number): AsyncGenerator<Row[]> {
  let group: Row[] = []
  let size = 0
  for await (const row of rows) {
    group.push(row)
    size += sizeOf(row)
    if (group.length < mostRows && size < FULL) continue
    yield group
    group = []
    size = 0
  }
  if (group.length > 0) yield group
}

const sizeOf = (row: Row): number =>
  Object.values(row).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    0,
  )
