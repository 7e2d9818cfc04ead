import { fork } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { clock } from '#server/base/clock.ts'

/**
 * Results of SQLite's checks of its file; undefined: not done in time.
 * @property structure some problems of pages and rows; empty: no problems
 * @property indexes some problems of indexes, compared with their tables
 * @property references some tables with rows that refer to missing rows
 */
export type FileCheck = {
  structure?: readonly string[]
  indexes?: readonly string[]
  references?: readonly string[]
}

/**
 * Reads the whole file, while others may write to it.
 * @param limit milliseconds after which the check is given up. SQLite's statements can't be interrupted, so they
 *   run in a process of their own, which is killed.
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
