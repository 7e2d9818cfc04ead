import { open, readdir, rename, rm, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { migrate, nextMigration } from './migrate.ts'
import type { Database, Transacting } from './schema.ts'

/** In sizes of the file: for the copy, and as much for the migration. */
const ROOM = 2

/**
 * Migrates a database that is kept in a file. The newest copy from before a migration stays beside it;
 * what is new, or lacks nothing, is not copied.
 * @param log is told where the copy is, or why there is none
 * @returns the names of the migrations that were applied now
 * @throws StartError when a newer Pregonero has already been here
 */
export async function migrateFile(db: Database, path: string, log?: Logger): Promise<string[]> {
  // Asked first, so that a start with nothing to migrate waits for nobody who writes.
  if (await nextMigration(db)) await db.transaction().execute(trx => keepCopy(trx, path, log))
  return await migrate(db)
}

/** @param alone a transaction, so that nobody writes meanwhile: the copy is what will be migrated */
async function keepCopy(alone: Transacting, path: string, log?: Logger): Promise<void> {
  const next = await nextMigration(alone)
  if (next === undefined) return
  const copy = `${path}.antes-de-${next}`
  const unfinished = `${path}.copia-a-medias`
  const removeAll = async (prefix: string, kept?: string) => {
    for (const name of await readdir(dirname(path)))
      if (name.startsWith(basename(prefix)) && name !== kept) await rm(join(dirname(path), name))
  }
  try {
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
    await removeAll(`${path}.antes-de-`, basename(copy))
    log?.info({ copy }, 'the database from before the migration is kept')
  } catch (error) {
    log?.warn({ err: error }, 'no copy from before the migration')
    await removeAll(unfinished)
  }
}

/** In bytes. */
async function sizeOf(db: Database): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    select page_count * page_size as size from pragma_page_count, pragma_page_size`.execute(db)
  return rows[0]?.size ?? 0
}

/** In bytes, for whoever may not use what is reserved. */
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
