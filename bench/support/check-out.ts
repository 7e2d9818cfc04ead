import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

/**
 * The project at an earlier commit, with its packages; kept for the next time.
 * @returns its folder
 * @throws Error if the repository does not reach back so far, or a package is unavailable
 */
export async function checkOut(commit: string): Promise<string> {
  const folder = join(root, '.cache/commits', commit)
  if (existsSync(folder)) return folder
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  const archive = join(unfinished, 'project.tar')
  await run('git', ['archive', '--output', archive, commit], { cwd: root })
  await run('tar', ['-xf', archive, '-C', unfinished])
  await rm(archive)
  const quietly = ['--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', ['ci', '--omit=dev', '--ignore-scripts', ...quietly], { cwd: unfinished })
  await rename(unfinished, folder)
  return folder
}
