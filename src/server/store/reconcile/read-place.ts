import { Kysely } from 'kysely'
import type { Database, Tables } from '#server/store/engine/schema.ts'
import { sqliteHereDialect } from '#server/store/engine/sqlite-here.ts'
import { fileIn, type StorePlace } from '#server/store/open-store.ts'

/** Reads a store that is in use, on a separate connection on this thread, without a time limit. */
export async function readPlace<T>(
  place: StorePlace,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  if ('databaseUrl' in place) {
    const { withoutTimeouts } = await import('#server/store/postgres-store.ts')
    return await withoutTimeouts(place.databaseUrl, work)
  }
  const db = new Kysely<Tables>({
    dialect: sqliteHereDialect({ path: fileIn(place.dataDir), isReader: true }),
  })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
