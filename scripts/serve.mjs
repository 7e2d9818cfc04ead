import { readFile } from 'node:fs/promises'
import { ensureWebBuilt } from './build-web.mjs'
import { ensureInstalled } from './install.mjs'
import { become, canBecome, run } from './run.mjs'

const endWithParent = ['--import', './scripts/end-with-parent.mjs']

/**
 * Installs and builds if necessary, then runs a server: in this process where the system can, else
 * as a child process. @returns its exit status
 */
export async function serve(entry) {
  // npm can be killed and leave this process running; a direct caller may intend that.
  const endsWithNpm = process.env.npm_lifecycle_event !== undefined
  if (endsWithNpm) await import('./end-with-parent.mjs')

  if (!(await ensureInstalled()) || !(await ensureWebBuilt())) return 1
  // A young generation of the usual size would cost 40 MB without a gain here.
  const flags = JSON.parse(await readFile(new URL('server-flags.json', import.meta.url), 'utf8'))
  // With an arena for each thread, malloc would take 30 MB more in a flood.
  process.env.MALLOC_ARENA_MAX ??= '1'
  if (canBecome) become('node', [...flags, ...(endsWithNpm ? endWithParent : []), entry])
  return run('node', [...flags, ...endWithParent, entry])
}
