import { readdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from './errors.ts'

/**
 * Whether other users of the machine may read or change one of these, told in Spanish with the command
 * that closes it. What is not there is open to nobody, and what a closed folder holds neither.
 * @param paths folders, which are looked through for files that lie elsewhere, and files
 * @returns null when all are closed
 */
export function openToOthers(paths: readonly string[]): string | null {
  const open = paths.flatMap(path => [path, ...linkedFrom(path)]).filter(isOpenTo(OTHERS))
  if (open.length === 0) return null
  return `Otros usuarios de esta máquina pueden leer o cambiar lo que Pregonero guarda. Para que solo puedas tú: chmod -R go= ${quoted(open)}`
}

/**
 * The same for files with a secret that Pregonero is handed: whoever made them may have given them to a
 * group, which Pregonero is in.
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
