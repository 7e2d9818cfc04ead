import { randomBytes, randomUUID } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { errorCode, StartError } from './errors.ts'

export type SecretKeySource = {
  /** An existing folder. */
  dataDir: string
  /** The configured key, which takes precedence over the file. */
  fromEnv: string | undefined
}

/**
 * The key that signs sessions and encrypts bot tokens. Without a configured one it is in `secret.key`
 * in the data folder, created on the first start.
 *
 * @throws StartError when the file cannot be read or created, or holds no complete key.
 */
export function loadSecretKey(source: SecretKeySource): string {
  return readSecretKey(source) ?? makeKey(keyFile(source.dataDir), source)
}

/** The same key, if there is one yet. @throws StartError when the file cannot be read, or is cut off */
export function readSecretKey({ dataDir, fromEnv }: SecretKeySource): string | undefined {
  return fromEnv || readKey(keyFile(dataDir))
}

const keyFile = (dataDir: string): string => join(dataDir, 'secret.key')

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
  const key = randomBytes(32).toString('base64url')
  const draft = `${path}.${randomUUID()}`
  try {
    writeFileSync(draft, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true })
    // Creating a link is atomic and, unlike a rename, never replaces another process's key.
    linkSync(draft, path)
    flushFolder(source.dataDir)
    return key
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return loadSecretKey(source)
    throw new StartError(
      `No se puede guardar la clave secreta en ${path} (${errorCode(error)}): revisa los permisos y el espacio de la carpeta, o pon la clave en SECRET_KEY.`,
      { cause: error },
    )
  } finally {
    rmSync(draft, { force: true })
  }
}

function flushFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
