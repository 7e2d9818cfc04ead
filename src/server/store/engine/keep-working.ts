import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'

interface Working {
  log: Logger
  /** What is said when a step fails, which is tried again at the next look. */
  complaint: string
  /** Milliseconds between two steps, in which whatever else wants to write has its turn. */
  rest: number
  /** Milliseconds until it is looked whether there is something to do again. */
  lookEvery: number
}

/**
 * Does one step after the other, for as long as it stands.
 * @param step resolves with whether there is more to do
 */
export function keepWorking(
  step: () => Promise<boolean>,
  { log, complaint, rest, lookEvery }: Working,
): AsyncDisposable {
  const stop = new AbortController()
  const { signal } = stop
  async function work() {
    while (!signal.aborted) {
      const more = await step().catch(error => {
        log.warn({ err: error }, complaint)
        return false
      })
      await pause(more ? rest : lookEvery, undefined, { signal }).catch(() => {})
    }
  }
  const working = work()
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await working
    },
  }
}
