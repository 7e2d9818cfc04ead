/** Secret key under which a restored installation continues. */
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Logger } from 'pino'
import { errorCode, StartError } from '#server/base/errors.ts'
import { checkValue, findRing } from '#server/base/key-ring.ts'
import { keyFile, keysAside, loadSecretKey } from '#server/base/secret-key.ts'
import { addressOf } from '#server/store/migrations/foreign-file.ts'
import { asCopyError } from './copy-errors.ts'
import { sweepDrafts } from './draft.ts'
import type { ReadCopy } from './read-copy.ts'
import { keysInUseOf } from './seal-copy.ts'

export type RestoredKey = {
  /** One key, or «new,old». */
  value: string
  /**
   * `same`: the installation's own key. `copied`: it came with the backup, or was kept aside since the key was
   * changed. `lost`: it is another key, which can't decrypt the bots' tokens.
   */
  is: 'same' | 'copied' | 'lost'
}

type Known = { dataDir: string; secretKey: string | undefined; isForced: boolean }

/** @throws StartError if the key is unknown and the restore is not forced */
export function chooseKey(
  { copiedKey, keysInUse }: Pick<ReadCopy, 'copiedKey' | 'keysInUse'>,
  { dataDir, secretKey, isForced }: Known,
): RestoredKey {
  const isRight = (value: string) => findRing(keysInUse, value) !== undefined
  const hasOwn = secretKey !== undefined || existsSync(keyFile(dataDir))
  const own = () => loadSecretKey({ dataDir, fromEnv: secretKey })
  if (hasOwn && isRight(own())) return { value: own(), is: 'same' }
  if (copiedKey !== undefined && isRight(copiedKey)) return { value: copiedKey, is: 'copied' }
  if (keysInUse.length === 0) return { value: own(), is: 'same' }
  const aside = keysAside(dataDir).filter(key => keysInUse.includes(checkValue(key)))
  const withAside = [...(hasOwn ? [own()] : []), ...aside].join(',')
  if (isRight(withAside)) return { value: withAside, is: 'copied' }
  if (isForced) return { value: own(), is: 'lost' }
  throw new StartError(
    `La copia no lleva la clave con la que se guardaron los tokens de los bots, y ${
      hasOwn ? 'la de aquí es otra' : 'aquí no hay ninguna'
    }: ponla en SECRET_KEY o en el archivo ${keyFile(dataDir)}, y repite la orden. Si la has perdido, con --force se restaura todo menos los tokens.`,
  )
}

/**
 * Writes a `copied` key to a staged file, before the restored database is put in place. The existing key file is
 * also kept under another name.
 * @returns disposable that deletes the file, unless it has been put in place
 * @throws StartError
 */
export function stageKey({ value, is }: RestoredKey, dataDir: string): Disposable {
  const path = keyFile(dataDir)
  const staged = stagedKey(dataDir)
  try {
    if (is === 'copied' && existsSync(path))
      keepAside(path, loadSecretKey({ dataDir, fromEnv: undefined }))
    if (is === 'copied') writeFileSync(staged, `${value}\n`, { mode: 0o600, flush: true })
  } catch (error) {
    throw asCopyError(error, staged)
  }
  return { [Symbol.dispose]: () => rmSync(staged, { force: true }) }
}

export function putStagedKey(dataDir: string): void {
  if (existsSync(stagedKey(dataDir))) renameSync(stagedKey(dataDir), keyFile(dataDir))
}

/**
 * Completes a restore that was interrupted between its database and its key, and deletes its leftovers.
 * @param dataDir a folder that this process has locked
 */
export async function finishRestore(dataDir: string, log?: Logger): Promise<void> {
  await sweepDrafts(dataDir).catch(error => {
    log?.warn({ err: error }, 'what a restore has left that was killed stays')
  })
  const staged = stagedKey(dataDir)
  if (!existsSync(staged)) return
  const key = readFileSync(staged, 'utf8').trim()
  const inUse = keysInUseIn(join(dataDir, 'pregonero.sqlite'))
  if (inUse.length > 0 && findRing(inUse, key)) putStagedKey(dataDir)
  else rmSync(staged)
}

/** Check values of the keys in use; empty also if the database can't be read: the code that opens it next says why. */
function keysInUseIn(path: string): string[] {
  try {
    using database = new DatabaseSync(addressOf(path), { readOnly: true })
    return keysInUseOf(database)
  } catch {
    return []
  }
}

const stagedKey = (dataDir: string): string => `${keyFile(dataDir)}.restaurada`

function keepAside(path: string, key: string): void {
  try {
    linkSync(path, `${path}.${checkValue(key).slice(0, 8)}`)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
}
