import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { errorCode, StartError } from './errors.ts'

/** A data folder locked for this process until it is disposed or the process dies. */
export type DataFolder = Disposable & { path: string }

/**
 * Creates the folder if it is missing, checks that it is writable, and locks it against a second
 * server.
 *
 * @throws StartError when it cannot be made or written, or another server has it.
 */
export function openDataFolder(dir: string): DataFolder {
  const path = resolve(dir)
  const lock = lockFolder(path)
  if (lock) return { path, [Symbol.dispose]: () => lock[Symbol.dispose]() }
  throw new StartError(
    `La carpeta de datos ${path} ya la usa otro Pregonero en marcha: detenlo primero, o pon otra carpeta en DATA_DIR.`,
  )
}

/**
 * Creates a folder if it is missing, and locks it until the result is disposed or the process dies.
 * @returns null if another process has it
 * @throws StartError when it cannot be made or written
 */
export function lockFolder(path: string): Disposable | null {
  makeFolder(path)
  return takeLock(path)
}

/** @throws StartError when it cannot be made or written. */
export function makeFolder(path: string): void {
  try {
    makeMissing(path)
    accessSync(path, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw unusable(path, error)
  }
}

/** Folder of the backups of a data folder. */
export const backupsIn = (dataDir: string): string => join(dataDir, 'backups')

/** Creates missing folders one by one: Node's recursive `mkdir` never ends where it can't create one, as in /proc. */
function makeMissing(path: string): void {
  if (existsSync(path)) return
  const above = dirname(path)
  if (above !== path) makeMissing(above)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process has created it meanwhile, or a file has its name.
    if (errorCode(error) !== 'EEXIST') throw error
  }
}

/** The lock is an open transaction: the kernel releases it however the process ends. */
function takeLock(path: string): Disposable | null {
  const database = openLockFile(path)
  try {
    database.exec('begin exclusive')
    return database
  } catch (error) {
    database.close()
    if (sqliteCode(error) === SQLITE_BUSY) return null
    throw unusable(path, error)
  }
}

function openLockFile(path: string): DatabaseSync {
  try {
    return new DatabaseSync(join(path, 'lock.sqlite'))
  } catch (error) {
    throw unusable(path, error)
  }
}

function unusable(path: string, error: unknown): StartError {
  return new StartError(
    `No se puede usar la carpeta de datos ${path}: revisa que sea una carpeta y que se pueda escribir en ella, o pon otra en DATA_DIR.`,
    { cause: error },
  )
}

function sqliteCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) : undefined
}

const SQLITE_BUSY = 5
