import { randomBytes, randomUUID } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { errorCode, StartError } from './errors.ts'
import { keyId, keyRingOf } from './key-ring.ts'

export type SecretKeySource = {
  /** An existing folder. */
  dataDir: string
  /** The configured key, which takes precedence over the file. */
  fromEnv: string | undefined
}

/** 256 random bits. */
export const newKey = (): string => randomBytes(32).toString('base64url')

/**
 * The key that signs sessions and encrypts bot tokens. Without a configured one it is in `secret.key` in the
 * data folder, created on the first start. During a key rotation it is «new,old».
 *
 * @throws StartError when the file cannot be read or created, or holds no complete key.
 */
export function loadSecretKey(source: SecretKeySource): string {
  return readSecretKey(source) ?? makeKey(keyFile(source.dataDir), source)
}

/**
 * Like `loadSecretKey`, but undefined if there is no key yet.
 * @throws StartError when the file cannot be read, or is cut off
 */
export function readSecretKey({ dataDir, fromEnv }: SecretKeySource): string | undefined {
  return fromEnv || readKey(keyFile(dataDir))
}

export const keyFile = (dataDir: string): string => join(dataDir, 'secret.key')

/** Files of retired keys, which only backups made with them still need. */
const ASIDE = /^secret\.key\.[\w-]{8}$/

/** @returns path of the file that holds it now */
export function keepKeyAside(dataDir: string, key: string): string {
  const path = `${keyFile(dataDir)}.${keyId(key)}`
  replaceFile(path, key)
  return path
}

/** @param dataDir an existing folder */
export const keysAside = (dataDir: string): string[] =>
  readdirSync(dataDir)
    .filter(name => ASIDE.test(name))
    .flatMap(name => keyRingOf(readIfThere(join(dataDir, name))?.trim() ?? ''))

/**
 * Replaces the key file atomically: after an interruption it holds the old content or the new.
 * @param secretKey «new,old», or one key
 */
export function replaceSecretKey(dataDir: string, secretKey: string): void {
  replaceFile(realpathSync(keyFile(dataDir)), secretKey)
}

function readKey(path: string): string | undefined {
  const key = readIfThere(path)?.trim()
  if (key !== undefined && key.length < 32) {
    throw new StartError(
      `El archivo ${path} está vacío o incompleto: recupéralo de una copia. Sin su clave no se pueden leer los tokens guardados.`,
    )
  }
  return key
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw new StartError(`No se puede leer ${path} (${errorCode(error)}): revisa sus permisos.`, {
      cause: error,
    })
  }
}

function makeKey(path: string, source: SecretKeySource): string {
  const key = newKey()
  try {
    // Creating a link is atomic and, unlike a rename, never replaces another process's key.
    writeBeside(path, key, draft => linkSync(draft, path))
    return key
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return loadSecretKey(source)
    throw notWritten(path, error)
  }
}

function replaceFile(path: string, secretKey: string): void {
  try {
    writeBeside(path, secretKey, draft => renameSync(draft, path))
  } catch (error) {
    throw notWritten(path, error)
  }
}

/** @param put gives the written draft its final name */
function writeBeside(path: string, secretKey: string, put: (draft: string) => void): void {
  const draft = `${path}.${randomUUID()}`
  try {
    writeFileSync(draft, `${secretKey}\n`, { mode: 0o600, flag: 'wx', flush: true })
    put(draft)
    flushFolder(dirname(path))
  } finally {
    rmSync(draft, { force: true })
  }
}

const notWritten = (path: string, error: unknown) =>
  new StartError(
    `No se puede guardar la clave secreta en ${path} (${errorCode(error)}): revisa los permisos y el espacio de la carpeta, o pon la clave en SECRET_KEY.`,
    { cause: error },
  )

function flushFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
