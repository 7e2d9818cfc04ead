import { dirname, join, resolve } from 'node:path'
import { Kysely } from 'kysely'
import { makeFolder, openDataFolder } from '#server/base/data-folder.ts'
import type { Database, Tables } from '#server/store/engine/schema.ts'
import { sqliteDialect } from '#server/store/engine/sqlite-dialect.ts'
import type { ReachOptions } from '#server/store/engine/wait-for-postgres.ts'
import { migrate } from '#server/store/migrations/migrate.ts'
import type { CopiedTable, OnProgress } from '#server/store/move/copy-rows.ts'
import { foreignTables } from '#server/store/move/moved-tables.ts'
import type { StorePlace } from '#server/store/open-store.ts'
import { asCopyError } from './copy-errors.ts'
import { openDraft } from './draft.ts'
import { pathOf, putInPlace, refuseData } from './put-in-place.ts'
import { readCopy } from './read-copy.ts'
import { chooseKey, putStagedKey, type RestoredKey, stageKey } from './restored-key.ts'
import { settleRestored } from './settle-restored.ts'
import { toldOf } from './write-backup.ts'

export type Restore = {
  /** Path of the backup to restore; the file stays as it is. */
  file: string
  place: StorePlace
  /** Folder where the draft is prepared, and the key is stored. */
  dataDir: string
  /** Key from the configuration, or «new,old»; undefined: the key file's, if that exists. */
  secretKey: string | undefined
  /** Replaces existing data, and does without the key if it is lost. */
  isForced: boolean
}

export type Restored = {
  tables: CopiedTable[]
  /** Names of other programs' tables in the backup, which are not restored into PostgreSQL. */
  foreign: string[]
  /** Number of alerts that waited to be sent. */
  failed: number
  key: RestoredKey
}

/**
 * Replaces an installation that no server uses by the contents of a backup, completely or not at all. Alerts
 * that wait to be sent in the backup are failed, and all sessions are ended.
 * @throws StartError with the reason
 */
export async function restoreBackup(
  { file, place, dataDir, secretKey, isForced }: Restore,
  onProgress: OnProgress = () => {},
  reaching?: Partial<ReachOptions>,
): Promise<Restored> {
  const folder = resolve(dataDir)
  makeFolder(folder)
  using _alone = 'dataDir' in place ? openDataFolder(folder) : null
  const target = pathOf(join(folder, 'pregonero.sqlite'))
  if ('dataDir' in place && !isForced) refuseData(target)
  await using draft = await openDraft(join(dirname(target), 'restauracion.sqlite'))
  const copy = await readCopy(file, draft.path, target)
  const key = chooseKey(copy, { dataDir: folder, secretKey, isForced })
  await using prepared = openFile(draft.path)
  const { db } = prepared
  const failed = await prepare(db, key).catch(error => {
    throw asCopyError(error, resolve(file))
  })
  using _staged = stageKey(key, folder)
  const told = { tables: toldOf(copy.counts), failed, key }
  if ('databaseUrl' in place) {
    const foreign = await foreignTables(db)
    const { carryIntoPostgres } = await import('#server/store/move/carry-into-postgres.ts')
    const claim = {
      secretKey: key.value,
      name: 'el traslado de la copia',
      otherwise: ', o --force, que la sustituye',
      overwrites: isForced,
    }
    await carryIntoPostgres(db, place.databaseUrl, { claim, onProgress, reaching })
    putStagedKey(folder)
    return { ...told, foreign }
  }
  await db.destroy()
  await putInPlace(draft.path, target)
  putStagedKey(folder)
  return { ...told, foreign: [] }
}

async function prepare(db: Database, key: RestoredKey): Promise<number> {
  await migrate(db)
  return await settleRestored(db, key)
}

function openFile(path: string): AsyncDisposable & { db: Database } {
  const db = new Kysely<Tables>({ dialect: sqliteDialect({ path, isReader: false }) })
  return { db, [Symbol.asyncDispose]: () => db.destroy() }
}
