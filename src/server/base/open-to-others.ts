import { readdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from './errors.ts'

/**
 * Checks whether other users of the machine may read or change one of these paths. Missing paths count as
 * closed, and so does the content of a closed folder.
 * @param paths files, and folders, whose symbolic links are checked too
 * @returns a Spanish sentence with the command that closes them; null if all are closed
 */
export function openToOthers(paths: readonly string[]): string | null {
  const open = paths.flatMap(path => [path, ...linkedFrom(path)]).filter(isOpenTo(OTHERS))
  if (open.length === 0) return null
  return `Otros usuarios de esta máquina pueden leer o cambiar lo que Pregonero guarda. Para que solo puedas tú: chmod -R go= ${quoted(open)}`
}

/**
 * Like `openToOthers`, for files with a secret that Pregonero is given. Group access is allowed, because
 * their creator may have granted Pregonero access through a group.
 */
export function openToAll(secretFiles: readonly string[]): string | null {
  const open = secretFiles.filter(isOpenTo(ALL))
  if (open.length === 0) return null
  return `Todos los usuarios de esta máquina pueden leer o cambiar una clave de Pregonero. Para que no puedan: chmod o= ${quoted(open)}`
}

const OTHERS = 0o077
const ALL = 0o007

const isOpenTo = (whom: number) => (path: string) =>
  ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & whom) !== 0

const quoted = (paths: readonly string[]): string =>
  paths.map(path => `'${realpathSync(path).replaceAll("'", `'\\''`)}'`).join(' ')

function linkedFrom(path: string): string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter(entry => entry.isSymbolicLink())
      .map(({ name }) => join(path, name))
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return []
    throw error
  }
}
