import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { until } from './until.ts'

/** Locks the database like another program that writes, until it is disposed of. */
export async function holdDatabase(dataDir: string): Promise<Disposable> {
  const other = new DatabaseSync(join(dataDir, 'pregonero.sqlite'))
  await until('no one else writes', () => begins(other))
  return { [Symbol.dispose]: () => other.close() }
}

function begins(database: DatabaseSync): boolean {
  try {
    database.exec('begin immediate')
    return true
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return false
    throw error
  }
}

const SQLITE_BUSY = 5
