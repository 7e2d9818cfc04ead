import { StartError } from '#server/base/errors.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import { asStartError } from '#server/store/engine/sqlite-dialect.ts'
import {
  StoreAwayError,
  StoreBusyError,
  WriteInDoubtError,
} from '#server/store/engine/store-errors.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { migrate } from '#server/store/migrations/migrate.ts'
import { migrateFile } from '#server/store/migrations/migrate-file.ts'
import type { OpenOptions } from '#server/store/open-store.ts'
import { withoutTimeouts } from '#server/store/postgres-store.ts'
import { claimEmpty } from './claim-empty.ts'
import { type CopiedTable, copyRows, DifferentRowsError, type OnProgress } from './copy-rows.ts'
import { foreignTables, movedTables } from './moved-tables.ts'
import { openInstallation } from './open-installation.ts'

export type Move = {
  /** The folder of the SQLite installation. */
  dataDir: string
  /** Of an empty PostgreSQL. */
  databaseUrl: string
  /** The installation's, under which it goes on. */
  secretKey: string
}

export type Moved = {
  tables: CopiedTable[]
  /** The names of tables of other programs, which stay in the file. */
  foreign: string[]
  /** The SQLite file, which stays. */
  file: string
}

/**
 * Carries a SQLite installation into an empty PostgreSQL: all of it, compared value by value, or
 * nothing. Neither side is written by others meanwhile.
 * @throws StartError why it can't be done
 */
export async function moveStore(
  { dataDir, databaseUrl, secretKey }: Move,
  onProgress: OnProgress,
  { log, ...reaching }: Partial<OpenOptions> = {},
): Promise<Moved> {
  await using installation = await openInstallation(dataDir, secretKey)
  const { db, file } = installation
  const move = async (to: Transacting) => {
    await claimEmpty(to, secretKey)
    try {
      await migrateFile(db, file, log)
      await migrate(to)
      const tables = await moveAll(db, to, onProgress)
      return { tables, foreign: await foreignTables(db) }
    } catch (error) {
      throw asStartError(error, file)
    }
  }
  const moved = await withoutTimeouts(
    databaseUrl,
    to => transaction(to, move, { patience: 0 }).catch(explain),
    reaching,
  )
  return { ...moved, file }
}

/** @throws StartError */
const moveAll = (db: Database, to: Transacting, onProgress: OnProgress): Promise<Moved['tables']> =>
  db.transaction().execute(async from => {
    const tables = await movedTables(from)
    return await copyRows(from, to, tables, onProgress)
  })

/** @throws StartError, and what the database itself explains as it is */
function explain(error: unknown): never {
  if (error instanceof DifferentRowsError)
    throw new StartError(
      `«${error.table.title}» (la tabla ${error.table.name}) no quedó en PostgreSQL como estaba: no se ha trasladado nada.`,
    )
  if (error instanceof WriteInDoubtError)
    throw new StartError(
      'PostgreSQL se fue justo al final y no se sabe si el traslado quedó hecho: repite la orden; si entonces dice que no está vacío, quedó hecho.',
      { cause: error },
    )
  if (error instanceof StoreBusyError && !(error instanceof StoreAwayError))
    throw new StartError(
      'Otro programa está usando el PostgreSQL de DATABASE_URL: detenlo y repite el traslado.',
      { cause: error },
    )
  throw error
}
