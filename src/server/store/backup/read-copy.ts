import { realpathSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '#server/base/errors.ts'
import { isDamaged } from '#server/store/engine/sqlite.ts'
import { addressOf, isInstallation } from '#server/store/migrations/foreign-file.ts'
import { migrationNames } from '#server/store/migrations/migrate.ts'
import { asCopyError } from './copy-errors.ts'
import { copyFile } from './copy-file.ts'
import { checkIntegrity, keysInUseOf, takeKey } from './seal-copy.ts'

export type ReadCopy = {
  /** Number of rows by table. */
  counts: ReadonlyMap<string, number>
  /** Secret key that the backup holds; undefined: it holds no key. */
  copiedKey: string | undefined
  /** Fingerprints of the keys that may have encrypted the backup's secrets; empty if its installation never started. */
  keysInUse: readonly string[]
}

/**
 * Copies a backup, or the database file of another installation, into a draft, and removes the key from the draft.
 * @param target the installation's own file, which is refused
 * @throws StartError if this version can't use the file
 */
export async function readCopy(file: string, draft: string, target: string): Promise<ReadCopy> {
  const path = resolve(file)
  try {
    refuseUnlike(path, target)
    const counts = await copyFile(addressOf(realpathSync(path)), draft)
    using copy = new DatabaseSync(draft)
    checkIntegrity(copy)
    refuseNewer(copy)
    return {
      counts,
      copiedKey: takeKey(copy),
      keysInUse: keysInUseOf(copy),
    }
  } catch (error) {
    if (isDamaged(error))
      throw new StartError(`${path} no es una copia de Pregonero, o está dañada.`, { cause: error })
    throw asCopyError(error, path)
  }
}

/** Refuses the installation's own file, and files of which a short look shows that they are no backup. */
function refuseUnlike(path: string, target: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw new StartError(`${path} no existe.`)
  if (found.isDirectory())
    throw new StartError(`${path} es una carpeta: escribe también el nombre del archivo.`)
  const own = statSync(target, { throwIfNoEntry: false })
  if (own?.dev === found.dev && own.ino === found.ino)
    throw new StartError(`${path} es la propia base de datos de la instalación, y no una copia.`)
  if (found.size === 0 || !isInstallation(path))
    throw new StartError(`${path} no es una copia de Pregonero.`)
}

function refuseNewer(copy: DatabaseSync): void {
  const applied = copy.prepare('select max(name) as newest from kysely_migration').get()
  const newest = String(applied?.newest)
  if (!migrationNames.some(name => name === newest))
    throw new StartError(
      `La copia es de un Pregonero más nuevo (${newest}): actualiza este programa y repite la orden.`,
    )
}
