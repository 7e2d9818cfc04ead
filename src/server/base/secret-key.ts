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
 * The key that signs sessions and encrypts bot tokens. Without a configured one it is in `secret.key`
 * in the data folder, created on the first start. While it is changed it reads «new,old».
 *
 * @throws StartError when the file cannot be read or created, or holds no complete key.
 */
export function loadSecretKey(source: SecretKeySource): string {
  return readSecretKey(source) ?? makeKey(keyFile(source.dataDir), source)
}

/** The same, if there is one yet. @throws StartError when the file cannot be read, or is cut off */
export function readSecretKey({ dataDir, fromEnv }: SecretKeySource): string | undefined {
  return fromEnv || readKey(keyFile(dataDir))
}

export const keyFile = (dataDir: string): string => join(dataDir, 'secret.key')

/** Where the keys lie that are not used any more, but by copies that were made with them. */
const ASIDE = /^secret\.key\.[\w-]{8}$/

/** @returns the file that it is in now */
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

/** Whenever it is cut off, the file holds what it held or the new key. @param secretKey «new,old», or one */
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

/** @param put gives the file that was written its name */
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
