// @module-tag server
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { processorTimeByChild } from '../scripts/processor-time.mjs'

const hasProc = process.platform === 'linux'

it.runIf(hasProc)('counts the work below a child while it runs', async () => {
  const shell = spawn('sh', ['-c', 'while :; do :; done & wait'], {
    detached: true,
    stdio: 'ignore',
  })
  const group = shell.pid ?? 0
  try {
    await expect.poll(() => processorTimeByChild().get(group)).toBeGreaterThan(0.1)
  } finally {
    process.kill(-group, 'SIGKILL')
    await once(shell, 'exit')
  }
  expect(processorTimeByChild().has(group)).toBe(false)
})
