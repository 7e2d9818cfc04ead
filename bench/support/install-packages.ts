import { execFile } from 'node:child_process'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const bench = join(import.meta.dirname, '..')
/** Out of git's sight, and not among the project's own dependencies. */
const cache = join(bench, '../node_modules/.cache')

/**
 * Installs what `packages/package.json` of a figure names, in a folder of its own with the files beside it.
 * @returns the folder
 * @throws Error with what npm said when it can't
 */
export async function installPackages(figure: 'peers' | 'web'): Promise<string> {
  const folder = join(cache, figure)
  await mkdir(folder, { recursive: true })
  await cp(join(bench, figure, 'packages'), folder, { recursive: true })
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
