/** Copies of a SQLite file, page by page. */
import { open, statfs } from 'node:fs/promises'
import { backup, type DatabaseSync } from 'node:sqlite'

/** Pages of one step: 8 MB. */
const STEP_PAGES = 2_000

/**
 * Copies a database to a file and syncs the file to disk.
 * @param source has an open transaction, unless other writers are kept out: SQLite restarts the copy whenever
 *   others write
 * @param target empty or missing; incomplete if this fails
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

/** Bytes available in the folder's file system, without those reserved by the system. */
export async function freeIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
