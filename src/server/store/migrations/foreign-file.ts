import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { StartError } from '#server/base/errors.ts'

/** What a program leaves in a file that it watches over. */
const BESIDE = /^_litestream_/

/** Whatever has it is Pregonero's. */
export const FIRST_MIGRATION = '0001-start'

/**
 * Looks into a file before it is opened, which would change it: Pregonero's has its migrations, or
 * nothing yet. A file that bears the mark of a program is that program's, for Pregonero leaves none.
 * @throws StartError when it is another program's
 */
export function refuseForeign(path: string): void {
  if (!existsSync(path)) return
  using database = new DatabaseSync(addressOf(path), { readOnly: true })
  if (isOurs(database)) return
  throw new StartError(
    `El archivo ${path} es de otro programa y queda como está. Muévelo a otro sitio o pon otra carpeta en DATA_DIR.`,
  )
}

/**
 * Whether it is a database of Pregonero in which something is kept.
 * @throws any error of SQLite
 */
export function isInstallation(path: string): boolean {
  using database = new DatabaseSync(addressOf(path), { readOnly: true })
  return isOurs(database) && migrationsIn(database).length > 0
}

/**
 * Where a file is opened to be read. Without a log beside it the file says everything, and is read
 * without making one.
 */
export function addressOf(path: string): URL {
  const address = pathToFileURL(resolve(path))
  if (!existsSync(`${path}-wal`)) address.searchParams.set('immutable', '1')
  return address
}

function isOurs(database: DatabaseSync): boolean {
  const mark = database.prepare('pragma application_id').get()
  if (mark?.application_id !== 0) return false
  const objects = database.prepare('select name from sqlite_schema').all()
  const names = objects.map(({ name }) => String(name)).filter(name => !BESIDE.test(name))
  if (!names.includes('kysely_migration')) return names.length === 0
  const applied = migrationsIn(database)
  return applied.length === 0
    ? names.every(name => /^(kysely|sqlite)_/.test(name))
    : applied.includes(FIRST_MIGRATION)
}

function migrationsIn(database: DatabaseSync): string[] {
  const [table] = database
    .prepare(`select name from sqlite_schema where name = 'kysely_migration'`)
    .all()
  const rows = table ? database.prepare('select name from kysely_migration').all() : []
  return rows.map(({ name }) => String(name))
}
