import { fork } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { clock } from '#server/base/clock.ts'

/**
 * What SQLite says of its own file; undefined: it was not done in time.
 * @property structure what is wrong with pages and rows, a few of it; empty: nothing
 * @property indexes the same of indexes, compared with their tables
 * @property references tables with rows whose counterparts are missing
 */
export type FileCheck = {
  structure?: readonly string[]
  indexes?: readonly string[]
  references?: readonly string[]
}

/**
 * Reads the whole file, beside whoever writes to it.
 * @param limit milliseconds; what is under way then is given up. A statement of SQLite can't be
 * interrupted, so a process of its own runs them, and is ended.
 */
export async function checkFile(path: string, limit: number): Promise<FileCheck> {
  const checker = fork(join(import.meta.dirname, 'file-checker.ts'), {
    stdio: ['pipe', 'pipe', 'ignore', 'ipc'],
  })
  const timer = clock.timer(limit, () => checker.kill('SIGKILL'))
  const check: FileCheck = {}
  checker.on('error', () => {})
  checker.stdin?.on('error', () => {}).end(path)
  if (checker.stdout)
    for await (const line of createInterface({ input: checker.stdout }))
      Object.assign(check, JSON.parse(line))
  timer.cancel()
  return check
}
