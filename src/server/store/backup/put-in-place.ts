/** Puts a database file in the place of an installation's. */
import { existsSync, realpathSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '#server/base/errors.ts'
import { isBusy, isDamaged } from '#server/store/engine/sqlite.ts'
import { syncToDisk } from '#server/store/engine/sqlite-copy.ts'
import { refuseForeign } from '#server/store/migrations/foreign-file.ts'
import { ourTables, TRACES } from '#server/store/move/moved-tables.ts'

/** How long to wait for programs that are closing the file. Milliseconds. */
const BUSY_WAIT_MS = 2_000

/** Real path of a file that may be a link, or may not exist yet. */
export const pathOf = (path: string): string => (existsSync(path) ? realpathSync(path) : path)

/** @throws StartError if the file holds data, is damaged, or belongs to another program */
export function refuseData(path: string): void {
  if (!existsSync(path)) return
  try {
    refuseForeign(path)
    using database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_WAIT_MS })
    for (const { name, title } of ourTables)
      if (!TRACES.includes(name) && hasRows(database, name))
        throw new StartError(
          `En ${path} ya hay una instalación (con datos en «${title}»): con --force se sustituye por la copia.`,
        )
  } catch (error) {
    if (!isDamaged(error)) throw error
    throw new StartError(`${path} está dañado: con --force se sustituye por la copia.`, {
      cause: error,
    })
  }
}

function hasRows(database: DatabaseSync, table: string): boolean {
  const [found] = database.prepare('select name from sqlite_schema where name = ?').all(table)
  return (
    found !== undefined && database.prepare(`select 1 from "${table}" limit 1`).get() !== undefined
  )
}

/**
 * Replaces `path` by `file`. The old file is whole until the new one has its name, and then deleted. A program
 * that has opened the old file meanwhile can neither write to it nor leave a log beside the new one.
 * @param file in the folder of `path` or below it
 * @throws StartError if another program has the old file open
 */
export async function putInPlace(file: string, path: string): Promise<void> {
  await syncToDisk(file)
  using _old = existsSync(path) ? holdAlone(path) : null
  const folder = dirname(path)
  for (const end of ENDS) await rm(`${path}${end}`, { force: true })
  // The search file belongs to the old database; a new one is made.
  for (const end of ['', ...ENDS]) await rm(join(folder, `search.sqlite${end}`), { force: true })
  await rename(file, path)
  await syncToDisk(folder)
}

/** Suffixes of the files that SQLite keeps beside a database. */
const ENDS = ['-wal', '-shm', '-journal']

/** Locks the old file, after moving its log into it: the log would be taken for the new file's. */
function holdAlone(path: string): Disposable {
  const database = new DatabaseSync(path, { timeout: BUSY_WAIT_MS })
  try {
    const mode = database.prepare('pragma journal_mode = delete').get()?.journal_mode
    if (mode !== 'delete') throw inUse(path)
    database.exec('begin exclusive')
  } catch (error) {
    if (isDamaged(error)) return database
    database.close()
    throw isBusy(error) ? inUse(path) : error
  }
  return database
}

const inUse = (path: string) =>
  new StartError(`Otro programa está usando ${path}: ciérralo y repite la orden.`)
