import { execFile } from 'node:child_process'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const manifest = join(import.meta.dirname, 'packages')
/** Out of git's sight, and not among the project's own dependencies. */
const folder = join(import.meta.dirname, '../../node_modules/.cache/peers')

/**
 * Installs what `packages/package.json` names, in a folder of its own with the files beside it.
 * @returns the folder
 * @throws Error with what npm said when it can't
 */
export async function installPackages(): Promise<string> {
  await mkdir(folder, { recursive: true })
  await cp(manifest, folder, { recursive: true })
  await promisify(execFile)('npm', [
    'install',
    ...['--prefix', folder],
    '--no-package-lock',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])
  return folder
}
