import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Kysely } from 'kysely'
import { openDataFolder } from '#server/base/data-folder.ts'
import { StartError } from '#server/base/errors.ts'
import { findRing } from '#server/base/key-ring.ts'
import { keyFile, loadSecretKey } from '#server/base/secret-key.ts'
import type { Database, Tables } from '#server/store/engine/schema.ts'
import { asStartError, sqliteDialect } from '#server/store/engine/sqlite-dialect.ts'
import { refuseForeign } from '#server/store/migrations/foreign-file.ts'
import { readKeysInUse } from '#server/store/rows/keys-in-use.ts'

/** The SQLite file of an installation that no server uses meanwhile. */
export type Installation = AsyncDisposable & { db: Database; file: string }

/**
 * Opens an existing installation without migrating it.
 * @throws StartError if there is no installation, a server uses it, or it was written with another key
 */
export async function openInstallation(dataDir: string, secretKey: string): Promise<Installation> {
  const folder = resolve(dataDir)
  const file = join(folder, 'pregonero.sqlite')
  if (!existsSync(file)) throw noneIn(folder)
  await using open = new AsyncDisposableStack()
  open.use(openDataFolder(folder))
  try {
    refuseForeign(file)
    const db = new Kysely<Tables>({ dialect: sqliteDialect({ path: file, isReader: false }) })
    open.defer(() => db.destroy())
    const tables = await db.introspection.getTables()
    if (!tables.some(({ name }) => name === 'settings')) throw noneIn(folder)
    await refuseOtherKey(db, { folder, secretKey })
    const held = open.move()
    return { db, file, [Symbol.asyncDispose]: () => held.disposeAsync() }
  } catch (error) {
    throw asStartError(error, file)
  }
}

const noneIn = (folder: string) =>
  new StartError(
    `En ${folder} no hay ninguna instalación que trasladar: pon en DATA_DIR la carpeta donde está pregonero.sqlite.`,
  )

/** Accepts any key if no key has left its check value: then no value is sealed yet. */
async function refuseOtherKey(
  db: Database,
  { folder, secretKey }: { folder: string; secretKey: string },
): Promise<void> {
  const inUse = await readKeysInUse(db)
  if (findRing(inUse, secretKey)) return
  const path = keyFile(folder)
  const isInFile =
    existsSync(path) && findRing(inUse, loadSecretKey({ dataDir: folder, fromEnv: undefined }))
  const place = isInFile
    ? `está en el archivo ${path}`
    : 'es la que se le dio en SECRET_KEY, en el entorno o en el archivo .env'
  throw new StartError(
    `SECRET_KEY no es la clave de la instalación de ${folder}: esa ${place}. Pon la misma y repite el traslado.`,
  )
}
