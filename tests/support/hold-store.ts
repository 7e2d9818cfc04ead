import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import type { StorePlace } from '#server/store/open-store.ts'

/** Another program that writes and does not end, until it is released. */
export type Hold = AsyncDisposable & { release: () => Promise<void> }

export const holdStore = (place: StorePlace): Promise<Hold> =>
  'dataDir' in place ? holdFile(place.dataDir) : holdTables(place.databaseUrl)

async function holdFile(dataDir: string): Promise<Hold> {
  const other = new DatabaseSync(join(dataDir, 'pregonero.sqlite'), { timeout: 2_000 })
  other.exec('begin immediate')
  return {
    release: async () => other.exec('rollback'),
    [Symbol.asyncDispose]: async () => other.close(),
  }
}

async function holdTables(databaseUrl: string): Promise<Hold> {
  const other = new Client(databaseUrl)
  await other.connect()
  await other.query('begin; lock table settings, connections, alerts in exclusive mode')
  return {
    release: async () => void (await other.query('rollback')),
    [Symbol.asyncDispose]: () => other.end(),
  }
}
