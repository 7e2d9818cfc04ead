/** Files that appear whole, or not at all. */
import { access, constants, link, lstat, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { lockFolder } from '#server/base/data-folder.ts'
import { errorCode, StartError } from '#server/base/errors.ts'
import { syncToDisk } from '#server/store/engine/sqlite-copy.ts'

/** A file that is written in a folder of its own; deleted unless it is kept or moved away. */
export type Draft = AsyncDisposable & {
  /** Path of an empty file that only its owner can read. */
  path: string
  /**
   * Gives the file its name, once it is on disk.
   * @throws StartError if the name is taken
   */
  keep: () => Promise<void>
}

const UNFINISHED = '.a-medias'

/**
 * Begins a file in its own folder beside `file`. The folder is locked meanwhile, and emptied of the leftovers of
 * a killed process.
 * @throws StartError if the name is taken, or the file can't be written
 */
export async function openDraft(file: string): Promise<Draft> {
  await refuseExisting(file)
  await access(dirname(file), constants.W_OK | constants.X_OK).catch(error => {
    throw unwritable(file, error)
  })
  const folder = `${file}${UNFINISHED}`
  await using opened = new AsyncDisposableStack()
  const lock = lockDraft(file, folder)
  opened.defer(async () => {
    await rm(folder, { recursive: true, force: true })
    lock[Symbol.dispose]()
  })
  await empty(folder)
  const path = join(folder, basename(file))
  await using made = await open(path, 'wx', 0o600)
  await made.chmod(0o600)
  const held = opened.move()
  return {
    path,
    async keep() {
      await syncToDisk(path)
      await nameOnce(path, file)
      await syncToDisk(dirname(file))
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

/** Deletes drafts that killed processes have left in a folder. */
export async function sweepDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(UNFINISHED)) continue
    const draft = join(folder, name)
    using lock = lockFolder(draft)
    if (lock) await rm(draft, { recursive: true, force: true })
  }
}

async function refuseExisting(file: string): Promise<void> {
  const there = await lstat(file).catch(error => {
    if (errorCode(error) === 'ENOENT') return null
    throw unwritable(file, error)
  })
  if (there?.isDirectory())
    throw new StartError(`${file} es una carpeta: escribe también el nombre del archivo.`)
  if (there) throw existing(file)
}

function lockDraft(file: string, folder: string): Disposable {
  const lock = takeLock(file, folder)
  if (lock) return lock
  throw new StartError(`Otro Pregonero está escribiendo ${file} en este momento.`)
}

function takeLock(file: string, folder: string): Disposable | null {
  try {
    return lockFolder(folder)
  } catch (error) {
    throw unwritable(file, error instanceof StartError ? error.cause : error)
  }
}

async function empty(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (!name.startsWith('lock.sqlite')) await rm(join(folder, name), { recursive: true })
}

/** Uses a hard link, which never replaces another file; renames where there are no links, as on a USB stick. */
async function nameOnce(path: string, file: string): Promise<void> {
  try {
    await link(path, file)
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw existing(file)
    await refuseExisting(file)
    await rename(path, file)
  }
}

const existing = (file: string) =>
  new StartError(`${file} ya existe y queda como está: elige otro nombre para la copia.`)

const unwritable = (file: string, cause: unknown) =>
  new StartError(
    `No se puede escribir ${file} (${errorCode(cause) ?? cause}): revisa que exista la carpeta y que se pueda escribir en ella.`,
    { cause },
  )
