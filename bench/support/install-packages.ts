import { execFile } from 'node:child_process'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const bench = join(import.meta.dirname, '..')
/** Ignored by git, and apart from the project's own dependencies. */
const cache = join(bench, '../node_modules/.cache')

/**
 * Installs the `packages/package.json` of a figure in a separate folder, with the files beside it.
 * @returns the folder
 * @throws Error with npm's output when it fails
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
