/** Copies of a SQLite file, page by page. */
import { open, statfs } from 'node:fs/promises'
import { backup, type DatabaseSync } from 'node:sqlite'

/** Pages of one step: 8 MB. */
const STEP_PAGES = 2_000

/**
 * Copies a database to a file, and waits until it is on disk.
 * @param source with a transaction open, unless nobody else writes: SQLite begins anew whenever others do
 * @param target empty or missing; half a copy when this fails
 */
export async function copyDatabase(source: DatabaseSync, target: string): Promise<void> {
  await backup(source, target, { rate: STEP_PAGES })
  await syncToDisk(target)
}

/** @param path of a file or a folder */
export async function syncToDisk(path: string): Promise<void> {
  await using file = await open(path)
  await file.sync()
}

/** In bytes, without what the system reserves. */
export async function freeIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
