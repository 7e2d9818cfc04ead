/** A database file takes the place of an installation's. */
import { existsSync, realpathSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '#server/base/errors.ts'
import { isBusy, isDamaged } from '#server/store/engine/sqlite.ts'
import { syncToDisk } from '#server/store/engine/sqlite-copy.ts'
import { refuseForeign } from '#server/store/migrations/foreign-file.ts'
import { ourTables, TRACES } from '#server/store/move/moved-tables.ts'

/** Others may be about to close it. Milliseconds. */
const BUSY_WAIT_MS = 2_000

/** Where a file lies that may be a link, or not be there yet. */
export const pathOf = (path: string): string => (existsSync(path) ? realpathSync(path) : path)

/** @throws StartError when something is kept there */
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
 * The old file is whole until the new one has its name, and then gone. Who has opened the old one meanwhile
 * can't write to it any more, nor leave a log beside the new one.
 * @param file in the same folder or below it
 * @throws StartError when another program has the old one open
 */
export async function putInPlace(file: string, path: string): Promise<void> {
  await syncToDisk(file)
  using _old = existsSync(path) ? holdAlone(path) : null
  const folder = dirname(path)
  for (const end of ENDS) await rm(`${path}${end}`, { force: true })
  // Of the old one: what is searched by is made anew.
  for (const end of ['', ...ENDS]) await rm(join(folder, `search.sqlite${end}`), { force: true })
  await rename(file, path)
  await syncToDisk(folder)
}

/** Of the files that SQLite keeps beside one. */
const ENDS = ['-wal', '-shm', '-journal']

/** What stands in its log goes into the file itself: it would be taken for the new one's. */
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
