import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { StartError } from '#server/base/errors.ts'
import type { ReachOptions } from '#server/store/engine/wait-for-postgres.ts'
import { refuseForeign } from '#server/store/migrations/foreign-file.ts'
import type { CopiedTable, OnProgress } from '#server/store/move/copy-rows.ts'
import { ourTables } from '#server/store/move/moved-tables.ts'
import type { StorePlace } from '#server/store/open-store.ts'
import { asCopyError } from './copy-errors.ts'
import { copyFile } from './copy-file.ts'
import { openDraft } from './draft.ts'
import { sealCopy } from './seal-copy.ts'

export type Backup = {
  place: StorePlace
  /** Where it is written; nothing of that name may be there. */
  file: string
  /** The installation's, or «new,old», if the copy is to hold it. */
  secretKey?: string | undefined
}

/**
 * Writes what is kept at one moment into a SQLite file, while others go on writing there: all of it,
 * compared with what it was copied from, or nothing.
 * @throws StartError why it can't be done
 */
export async function writeBackup(
  { place, file, secretKey }: Backup,
  onProgress: OnProgress = () => {},
  reaching?: Partial<ReachOptions>,
): Promise<CopiedTable[]> {
  const path = resolve(file)
  await using draft = await openDraft(path)
  try {
    const counts =
      'dataDir' in place
        ? await copyInstallation(place.dataDir, draft.path)
        : await copyDatabase(place.databaseUrl, draft.path, onProgress, reaching)
    sealCopy(draft.path, secretKey)
    await draft.keep()
    return toldOf(counts)
  } catch (error) {
    throw asCopyError(error, path)
  }
}

/** Of the tables that a copy has, what a reader knows them by. @param counts rows by table */
export const toldOf = (counts: ReadonlyMap<string, number>): CopiedTable[] =>
  ourTables.flatMap(({ name, title, isCount, stays }) => {
    const rows = counts.get(name)
    return rows === undefined || isCount || stays ? [] : { name, title, rows }
  })

async function copyInstallation(dataDir: string, target: string): Promise<Map<string, number>> {
  const source = join(dataDir, 'pregonero.sqlite')
  if (!existsSync(source))
    throw new StartError(
      `En ${resolve(dataDir)} no hay nada que copiar: pon en DATA_DIR la carpeta donde está pregonero.sqlite.`,
    )
  refuseForeign(source)
  return await copyFile(source, target)
}

/** Imported here because only this needs PostgreSQL's driver. */
async function copyDatabase(
  ...copied: Parameters<typeof import('./copy-postgres.ts').copyPostgres>
): Promise<Map<string, number>> {
  const { copyPostgres } = await import('./copy-postgres.ts')
  return await copyPostgres(...copied)
}
