import { clock } from './clock.ts'

interface Rhythm {
  /** Milliseconds between two runs. */
  every: number
  /** Milliseconds before the next run when there is more to do, in which other work can run. */
  rest?: number
  /** Milliseconds before the first run, which otherwise begins at once. */
  first?: number
  /** Called with the error of a failed run; the next one follows as usual. */
  onError: (error: unknown) => void
}

/** Work that is repeated until disposed; disposal waits for the run under way. */
export type Repeated = AsyncDisposable & {
  /** Runs at once, or once more right after the run under way. */
  soon: () => void
}

/**
 * Repeats a step, one run at a time.
 * @param step resolves with `true` when there is more to do; its signal aborts when it is to end
 */
export function repeat(
  step: (signal: AbortSignal) => Promise<unknown>,
  { every, rest = 0, first = 0, onError }: Rhythm,
): Repeated {
  const stopping = new AbortController()
  const { signal } = stopping
  let isWanted = false
  let wake = () => {}

  function pause(milliseconds: number): Promise<void> {
    return new Promise(resolve => {
      const timer = clock.timer(milliseconds, resolve)
      wake = () => {
        timer.cancel()
        resolve()
      }
      if (isWanted || signal.aborted) wake()
    })
  }

  async function runAll(): Promise<void> {
    if (first > 0) await pause(first)
    while (!signal.aborted) {
      isWanted = false
      let hasMore = false
      try {
        hasMore = (await step(signal)) === true
      } catch (error) {
        onError(error)
      }
      await pause(hasMore ? rest : every)
    }
  }

  const running = runAll()
  return {
    soon() {
      isWanted = true
      wake()
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      wake()
      await running
    },
  }
}
