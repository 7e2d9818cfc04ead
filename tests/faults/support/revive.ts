import { setTimeout as pause } from 'node:timers/promises'
import type { ChildServer } from '../../support/child-server.ts'
import type { Stage } from './stage.ts'

/** Starts the server again whenever it is dead. */
export function revive(stage: Stage<ChildServer>): AsyncDisposable {
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      if (!isAlive(stage.server.pid)) await stage.restart()
      await pause(5)
    }
  })()
  return {
    async [Symbol.asyncDispose]() {
      isOver = true
      await watching
    },
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
