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

/** How the names of all copies begin. */
const COPY = 'antes-de-'
/** Behind the name of a copy for as long as the update that it was made before goes on. */
const UNDERWAY = '.en-curso'
const UNFINISHED = 'copia-a-medias'

/** In sizes of the file: for the copy, and as much for the migration. */
const ROOM = 2

/**
 * Migrates a database that is kept in a file. The newest copy from before an update stays among the
 * backups beside it, also when that was cut off and goes on; what is new, or lacks nothing, is not copied.
 * @param log is told where the copy is, or why there is none
 * @returns the names of the migrations that were applied now
 * @throws StartError when a newer Pregonero has already been here
 */
export async function migrateFile(db: Database, path: string, log?: Logger): Promise<string[]> {
  const folder = backupsIn(dirname(path))
  await adoptCopies(path, folder, log)
  // Asked first, so that a start with nothing to migrate does not wait for writers.
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

/** Older versions kept their copies beside the file, under its name. */
async function adoptCopies(path: string, folder: string, log?: Logger): Promise<void> {
  const prefix = `${basename(path)}.`
  const names = (await readdir(dirname(path))).filter(name => name.startsWith(`${prefix}${COPY}`))
  for (const name of names) {
    const [, copy = '', underway = ''] =
      /^(.+?)(\.en-curso)?$/.exec(name.slice(prefix.length)) ?? []
    try {
      makeFolder(folder)
      await rename(join(dirname(path), name), join(folder, `${copy}.sqlite${underway}`))
    } catch (error) {
      log?.warn({ err: error, name }, 'the copy from before a migration stays where it is')
    }
  }
}

/** @param alone a transaction that keeps writers out: the copy is what will be migrated */
async function keepCopy(alone: Transacting, path: string, log?: Logger): Promise<void> {
  const next = await nextMigration(alone)
  if (next === undefined) return
  const folder = backupsIn(dirname(path))
  const copy = `${COPY}${next}.sqlite${UNDERWAY}`
  const unfinished = join(folder, UNFINISHED)
  try {
    makeFolder(folder)
    const [begun] = await copiesUnderway(folder)
    // From before an earlier migration: it is what an update that was cut off began with.
    if (begun !== undefined && begun < copy) return
    await removeAll(folder, UNFINISHED)
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
    await removeAll(folder, COPY, copy)
  } catch (error) {
    log?.warn({ err: error }, 'no copy from before the migration')
    await removeAll(folder, UNFINISHED)
  }
}

async function removeAll(folder: string, prefix: string, kept?: string): Promise<void> {
  for (const name of await namesIn(folder))
    if (name.startsWith(prefix) && name !== kept) await rm(join(folder, name))
}

/** The update has come to its end. */
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
  (await namesIn(folder)).filter(name => name.startsWith(COPY) && name.endsWith(UNDERWAY))

const namesIn = async (folder: string): Promise<string[]> =>
  existsSync(folder) ? await readdir(folder) : []
