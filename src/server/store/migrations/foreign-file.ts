import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { StartError } from '#server/base/errors.ts'

/** Tables that Litestream leaves in a file that it replicates. */
const BESIDE = /^_litestream_/

/** Name of the first migration; every database with this migration is Pregonero's. */
export const FIRST_MIGRATION = '0001-start'

/**
 * Checks a file before it is opened, which would change it: a file of Pregonero has its migrations, or is still
 * empty. A file with an application id belongs to another program, since Pregonero sets no such id.
 * @throws StartError if the file belongs to another program
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
 * Whether it is a database of Pregonero to which a migration was applied.
 * @throws any error of SQLite
 */
export function isInstallation(path: string): boolean {
  using database = new DatabaseSync(addressOf(path), { readOnly: true })
  return isOurs(database) && migrationsIn(database).length > 0
}

/**
 * URL by which a file is opened for reading. Without a log beside it the file is complete, and is opened as
 * immutable, so that no log is made.
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
