import { sql } from 'kysely'
import type { Database } from '#server/store/engine/schema.ts'
import { asStartError } from '#server/store/engine/sqlite-dialect.ts'
import { migrateFile } from '#server/store/migrations/migrate-file.ts'
import type { OpenOptions } from '#server/store/open-store.ts'
import { carryIntoPostgres } from './carry-into-postgres.ts'
import type { CopiedTable, OnProgress } from './copy-rows.ts'
import { foreignTables } from './moved-tables.ts'
import { openInstallation } from './open-installation.ts'

export type Move = {
  /** The folder of the SQLite installation. */
  dataDir: string
  /** Address of an empty PostgreSQL. */
  databaseUrl: string
  /** Key of the installation, which it keeps; or «new,old». */
  secretKey: string
}

export type Moved = {
  tables: CopiedTable[]
  /** Names of other programs' tables, which stay in the file. */
  foreign: string[]
  /** The SQLite file, which stays. */
  file: string
}

/**
 * Copies a SQLite installation into an empty PostgreSQL in one transaction, and compares it value by value. Other
 * programs write to neither side meanwhile.
 * @throws StartError with the reason
 */
export async function moveStore(
  { dataDir, databaseUrl, secretKey }: Move,
  onProgress: OnProgress,
  { log, ...reaching }: Partial<OpenOptions> = {},
): Promise<Moved> {
  await using installation = await openInstallation(dataDir, secretKey)
  const { db, file } = installation
  const tables = await carryIntoPostgres(db, databaseUrl, {
    claim: { secretKey, name: 'el traslado' },
    prepare: async () => {
      try {
        await migrateFile(db, file, log)
        await refuseWriters(db)
      } catch (error) {
        throw asStartError(error, file)
      }
    },
    onProgress,
    reaching,
  })
  return { tables, foreign: await foreignTables(db), file }
}

/** @throws StoreBusyError while another program writes */
const refuseWriters = (db: Database): Promise<unknown> =>
  db.transaction().execute(trx => sql`select 1`.execute(trx))
