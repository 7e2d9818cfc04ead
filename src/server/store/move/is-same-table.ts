import type { Transacting } from '#server/store/engine/schema.ts'
import type { MovedTable } from './moved-tables.ts'
import { type Row, rowsOf } from './read-rows.ts'

const TOLD_EVERY = 500

/**
 * Whether a table holds the same rows in both databases, value by value.
 * @param onProgress called with the number of rows compared so far
 */
export async function isSameTable(
  from: Transacting,
  to: Transacting,
  table: MovedTable,
  onProgress: (rows: number) => void,
): Promise<boolean> {
  const moved = rowsOf(to, table)
  let compared = 0
  for await (const row of rowsOf(from, table)) {
    const { value } = await moved.next()
    if (!value || !isSameRow(row, value, table.columns)) return false
    compared += 1
    if (compared % TOLD_EVERY === 0) onProgress(compared)
  }
  return (await moved.next()).done === true
}

const isSameRow = (row: Row, moved: Row, columns: readonly string[]): boolean =>
  columns.every(column => isSameValue(row[column], moved[column]))

/** Only instants and booleans change their type: SQLite has no types for them. */
function isSameValue(value: unknown, moved: unknown): boolean {
  if (value instanceof Date || moved instanceof Date) return instantOf(value) === instantOf(moved)
  return inSqlite(value) === inSqlite(moved)
}

const instantOf = (value: unknown): number => new Date(value as string | Date).getTime()

const inSqlite = (value: unknown): unknown => (typeof value === 'boolean' ? Number(value) : value)
