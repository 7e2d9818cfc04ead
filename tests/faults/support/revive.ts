import { setTimeout as pause } from 'node:timers/promises'
import type { ChildServer } from '../../support/child-server.ts'
import { isAlive } from '../../support/is-alive.ts'
import type { Stage } from './stage.ts'

/** Restarts the server whenever it is dead. */
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
