import { open, readdir, rename, rm, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import { migrate, nextMigration } from './migrate.ts'

/** Behind the name of a copy for as long as the update that it was made before goes on. */
const UNDERWAY = '.en-curso'

/** In sizes of the file: for the copy, and as much for the migration. */
const ROOM = 2

/**
 * Migrates a database that is kept in a file. The newest copy from before an update stays beside it,
 * also when that was cut off and goes on; what is new, or lacks nothing, is not copied.
 * @param log is told where the copy is, or why there is none
 * @returns the names of the migrations that were applied now
 * @throws StartError when a newer Pregonero has already been here
 */
export async function migrateFile(db: Database, path: string, log?: Logger): Promise<string[]> {
  // Asked first, so that a start with nothing to migrate does not wait for writers.
  if (await nextMigration(db)) await db.transaction().execute(trx => keepCopy(trx, path, log))
  const names = await migrate(db)
  await nameCopy(path, log)
  return names
}

/** @param alone a transaction that keeps writers out: the copy is what will be migrated */
async function keepCopy(alone: Transacting, path: string, log?: Logger): Promise<void> {
  const next = await nextMigration(alone)
  if (next === undefined) return
  const copy = `${copiesOf(path)}${next}${UNDERWAY}`
  const unfinished = `${path}.copia-a-medias`
  const removeAll = async (prefix: string, kept?: string) => {
    for (const name of await readdir(dirname(path)))
      if (name.startsWith(basename(prefix)) && name !== kept) await rm(join(dirname(path), name))
  }
  try {
    const [begun] = await copiesUnderway(path)
    // From before an earlier migration: it is what an update that was cut off began with.
    if (begun !== undefined && begun < basename(copy)) return
    await removeAll(unfinished)
    const needed = ROOM * (await sizeOf(alone))
    const free = await freeBeside(path)
    if (free < needed) {
      log?.warn({ free, needed }, 'no copy from before the migration: no room for it')
      return
    }
    await copyDatabase(path, unfinished)
    await rename(unfinished, copy)
    await sync(dirname(path))
    await removeAll(copiesOf(path), basename(copy))
  } catch (error) {
    log?.warn({ err: error }, 'no copy from before the migration')
    await removeAll(unfinished)
  }
}

/** The update has come to its end. */
async function nameCopy(path: string, log?: Logger): Promise<void> {
  for (const name of await copiesUnderway(path)) {
    const copy = join(dirname(path), name.slice(0, -UNDERWAY.length))
    try {
      await rename(`${copy}${UNDERWAY}`, copy)
      log?.info({ copy }, 'the database from before the migration is kept')
    } catch (error) {
      log?.warn({ err: error }, 'the copy from before the migration has no name yet')
    }
  }
}

/** How the names of all copies begin. */
const copiesOf = (path: string): string => `${path}.antes-de-`

const copiesUnderway = async (path: string): Promise<string[]> =>
  (await readdir(dirname(path))).filter(
    name => name.startsWith(basename(copiesOf(path))) && name.endsWith(UNDERWAY),
  )

/** In bytes. */
async function sizeOf(db: Database): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    select page_count * page_size as size from pragma_page_count, pragma_page_size`.execute(db)
  return rows[0]?.size ?? 0
}

/** In bytes, without what the system reserves. */
async function freeBeside(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(dirname(path))
  return bavail * bsize
}

async function copyDatabase(path: string, copy: string): Promise<void> {
  using source = new DatabaseSync(path, { readOnly: true })
  await backup(source, copy)
  await sync(copy)
}

/** Waits until it is on disk. */
async function sync(path: string): Promise<void> {
  await using file = await open(path)
  await file.sync()
}
