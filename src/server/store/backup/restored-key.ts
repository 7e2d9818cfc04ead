/** Under which key an installation goes on that was restored. */
import { existsSync, linkSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode, StartError } from '#server/base/errors.ts'
import { loadSecretKey } from '#server/base/secret-key.ts'
import { checkValue } from '#server/base/secrets.ts'
import type { ReadCopy } from './read-copy.ts'

export type RestoredKey = {
  value: string
  /** `copied`: it came with the copy. `lost`: it is another one, which can't read the bots' tokens. */
  is: 'same' | 'copied' | 'lost'
}

type Known = { dataDir: string; secretKey: string | undefined; isForced: boolean }

/** @throws StartError when it is not known, unless it may be lost */
export function chooseKey(
  { copiedKey, keyCheck }: Pick<ReadCopy, 'copiedKey' | 'keyCheck'>,
  { dataDir, secretKey, isForced }: Known,
): RestoredKey {
  const isRight = (key: string) => keyCheck === undefined || checkValue(key) === keyCheck
  const hasOwn = secretKey !== undefined || existsSync(keyFile(dataDir))
  const own = () => loadSecretKey({ dataDir, fromEnv: secretKey })
  if (hasOwn && isRight(own())) return { value: own(), is: 'same' }
  if (copiedKey !== undefined && isRight(copiedKey)) return { value: copiedKey, is: 'copied' }
  if (keyCheck === undefined) return { value: own(), is: 'same' }
  if (isForced) return { value: own(), is: 'lost' }
  throw new StartError(
    `La copia no lleva la clave con la que se guardaron los tokens de los bots, y ${
      hasOwn ? 'la de aquí es otra' : 'aquí no hay ninguna'
    }: ponla en SECRET_KEY o en el archivo ${keyFile(dataDir)}, y repite la orden. Si la has perdido, con --force se restaura todo menos los tokens.`,
  )
}

/** Where the key is kept that came with a copy. The one that was there stays under another name. */
export function storeKey({ value, is }: RestoredKey, dataDir: string): void {
  const path = keyFile(dataDir)
  if (is !== 'copied') return
  if (existsSync(path)) keepAside(path, loadSecretKey({ dataDir, fromEnv: undefined }))
  writeFileSync(`${path}.restaurada`, `${value}\n`, { mode: 0o600, flush: true })
  renameSync(`${path}.restaurada`, path)
}

export const keyFile = (dataDir: string): string => join(dataDir, 'secret.key')

function keepAside(path: string, key: string): void {
  try {
    linkSync(path, `${path}.${checkValue(key).slice(0, 8)}`)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
}
