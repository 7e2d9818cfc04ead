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
  /** Path of the backup, which must not exist yet. */
  file: string
  /** Key to store in the backup: the installation's, or «new,old»; undefined: the backup gets no key. */
  secretKey?: string | undefined
}

/**
 * Writes a snapshot of the database into a SQLite file, while others continue to write, and compares it with its
 * source. The file gets its name only once it is complete.
 * @throws StartError with the reason
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

/** Copied tables to report to the operator: those that a move would copy too. @param counts rows by table */
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

/** Imports `copy-postgres.ts` only when needed, since it loads PostgreSQL's driver. */
async function copyDatabase(
  ...copied: Parameters<typeof import('./copy-postgres.ts').copyPostgres>
): Promise<Map<string, number>> {
  const { copyPostgres } = await import('./copy-postgres.ts')
  return await copyPostgres(...copied)
}
