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
  const open = paths.flatMap(path => [path, ...linkedFrom(path)]).filter(isOpen)
  if (open.length === 0) return null
  const quoted = open.map(path => `'${realpathSync(path).replaceAll("'", `'\\''`)}'`)
  return `Otros usuarios de esta máquina pueden leer o cambiar lo que Pregonero guarda. Para que solo puedas tú: chmod -R go= ${quoted.join(' ')}`
}

const OTHERS = 0o077

function isOpen(path: string): boolean {
  return ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) !== 0
}

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
