import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import type { StorePlace } from '#server/store/open-store.ts'
import { until } from './until.ts'

/** Another program with a write transaction that stays open until it is released. */
export type Hold = AsyncDisposable & { release: () => Promise<void> }

export const holdStore = (place: StorePlace): Promise<Hold> =>
  'dataDir' in place ? holdFile(place.dataDir) : holdTables(place.databaseUrl)

/** Polls instead of waiting in SQLite, which would block the process it waits for if that is this one. */
async function holdFile(dataDir: string): Promise<Hold> {
  const other = new DatabaseSync(join(dataDir, 'pregonero.sqlite'))
  await until('no one else writes', () => begins(other))
  return {
    release: async () => other.exec('rollback'),
    [Symbol.asyncDispose]: async () => other.close(),
  }
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

async function holdTables(databaseUrl: string): Promise<Hold> {
  const other = new Client(databaseUrl)
  await other.connect()
  await other.query('begin; lock table settings, connections, alerts, session in exclusive mode')
  return {
    release: async () => void (await other.query('rollback')),
    [Symbol.asyncDispose]: () => other.end(),
  }
}
