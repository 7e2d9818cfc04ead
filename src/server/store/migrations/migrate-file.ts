import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Logger } from 'pino'
import { backupsIn, makeFolder } from '#server/base/data-folder.ts'
import { databaseSize } from '#server/store/engine/dialect.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import { copyDatabase, freeIn, syncToDisk } from '#server/store/engine/sqlite-copy.ts'
import { migrate, nextMigration } from './migrate.ts'

/** Prefix of the names of copies made before a migration. */
const COPY = 'antes-de-'
/** Suffix of a copy's name as long as its update goes on. */
const UNDERWAY = '.en-curso'
/** The copy of any version's migration. An operator's own copies have other names, such as `antes-de-actualizar`. */
const OWN_COPY = /^antes-de-\d{4}-[a-z][a-z0-9-]*\.sqlite(\.en-curso)?$/
const UNFINISHED = 'copia-a-medias'

/** Free space needed, in sizes of the file: one for the copy, one for the migration. */
const ROOM = 2

/**
 * Migrates a database that is kept in a file. The newest copy from before an update is kept among the backups
 * beside the file, also if the update was interrupted and is resumed. Databases that are new or up to date are
 * not copied.
 * @param log receives the place of the copy, or the reason why there is no copy
 * @returns the names of the migrations that were applied now
 * @throws StartError if a newer Pregonero or another program has migrated the database
 */
export async function migrateFile(db: Database, path: string, log?: Logger): Promise<string[]> {
  const folder = backupsIn(dirname(path))
  await adoptCopies(path, folder, log)
  // Checked first, so that a start with no pending migration does not wait for writers.
  if (await nextMigration(db)) await db.transaction().execute(trx => keepCopy(trx, path, log))
  const names = await migrate(db, {
    copyBefore(migration) {
      const copy = join(folder, `${COPY}${migration}.sqlite`)
      return existsSync(copy) ? copy : undefined
    },
  })
  await nameCopy(folder, log)
  return names
}

/** Moves copies of older versions, which kept them beside the file under its name, to the backups. */
async function adoptCopies(path: string, folder: string, log?: Logger): Promise<void> {
  const prefix = `${basename(path)}.`
  const names = (await readdir(dirname(path))).filter(name => name.startsWith(prefix))
  for (const name of names) {
    const copy = name.slice(prefix.length).replace(/(?=\.en-curso$)|$/, '.sqlite')
    if (!OWN_COPY.test(copy)) continue
    try {
      makeFolder(folder)
      await rename(join(dirname(path), name), join(folder, copy))
    } catch (error) {
      log?.warn({ err: error, name }, 'the copy from before a migration stays where it is')
    }
  }
}

/** Copies the file before its migration. @param alone a transaction that keeps other writers out meanwhile */
async function keepCopy(alone: Transacting, path: string, log?: Logger): Promise<void> {
  const next = await nextMigration(alone)
  if (next === undefined) return
  const folder = backupsIn(dirname(path))
  const copy = `${COPY}${next}.sqlite${UNDERWAY}`
  const unfinished = join(folder, UNFINISHED)
  try {
    makeFolder(folder)
    const [begun] = await copiesUnderway(folder)
    // Copy from before an earlier migration: an interrupted update began with it.
    if (begun !== undefined && begun < copy) return
    await removeUnfinished(folder)
    const needed = ROOM * (await databaseSize(alone))
    const free = Math.min(await freeIn(folder), await freeIn(dirname(path)))
    if (free < needed) {
      log?.warn({ free, needed }, 'no copy from before the migration: no room for it')
      return
    }
    using source = new DatabaseSync(path, { readOnly: true })
    await copyDatabase(source, unfinished)
    await rename(unfinished, join(folder, copy))
    await syncToDisk(folder)
    for (const name of await namesIn(folder))
      if (OWN_COPY.test(name) && name !== copy) await rm(join(folder, name))
  } catch (error) {
    log?.warn({ err: error }, 'no copy from before the migration')
    await removeUnfinished(folder)
  }
}

async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await namesIn(folder))
    if (name.startsWith(UNFINISHED)) await rm(join(folder, name))
}

/** Takes the suffix off the copy's name, once the update is finished. */
async function nameCopy(folder: string, log?: Logger): Promise<void> {
  for (const name of await copiesUnderway(folder)) {
    const copy = join(folder, name.slice(0, -UNDERWAY.length))
    try {
      await rename(`${copy}${UNDERWAY}`, copy)
      log?.info({ copy }, 'the database from before the migration is kept')
    } catch (error) {
      log?.warn({ err: error }, 'the copy from before the migration has no name yet')
    }
  }
}

const copiesUnderway = async (folder: string): Promise<string[]> =>
  (await namesIn(folder)).filter(name => OWN_COPY.test(name) && name.endsWith(UNDERWAY))

const namesIn = async (folder: string): Promise<string[]> =>
  existsSync(folder) ? await readdir(folder) : []
