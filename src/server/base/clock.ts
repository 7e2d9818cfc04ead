import type { EventLoopUtilization } from 'node:perf_hooks'

/**
 * Time: the only file of the server that reads the runtime's clocks and sets its timers. Each call looks up
 * the runtime's function anew, so that virtual time reaches the whole process at once, libraries included.
 * Durations are milliseconds.
 */
export const clock = {
  /** Milliseconds since 1970, for storing and showing. Jumps when the machine's clock is set. */
  now: (): number => Date.now(),
  /** Milliseconds since the process began: for durations, and for deadlines that end with the process. */
  monotonic: (): number => performance.now(),
  /** Milliseconds since 1970 at which the process began. */
  startedAt: (): number => performance.timeOrigin,

  /** Active and idle time of the event loop until now, or between two earlier results. */
  eventLoop: (until?: EventLoopUtilization, from?: EventLoopUtilization): EventLoopUtilization =>
    performance.eventLoopUtilization(until, from),

  /**
   * @param options.keepsAlive false lets the process end during the pause
   * @throws the signal's reason once it is aborted
   */
  pause(milliseconds: number, { signal, keepsAlive = true }: PauseOptions = {}): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    if (signal?.aborted) {
      reject(signal.reason)
      return promise
    }
    const timer = clock.timer(milliseconds, () => {
      signal?.removeEventListener('abort', giveUp)
      resolve()
    })
    if (!keepsAlive) timer.unref()
    function giveUp() {
      timer.cancel()
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', giveUp, { once: true })
    return promise
  },

  /** Runs once, after at least this time. */
  timer: (milliseconds: number, run: () => void): Timer => timerOf(setTimeout(run, milliseconds)),
  /** Runs again and again, first after one interval. */
  interval: (milliseconds: number, run: () => void): Timer =>
    timerOf(setInterval(run, milliseconds)),

  /** Resolves in the event loop's next turn, after the sockets that can be read. */
  turn: (): Promise<void> => new Promise(resolve => setImmediate(resolve)),
  /** Runs in the event loop's next turn. */
  nextTurn: (run: () => void): void => void setImmediate(run),
}

type PauseOptions = { signal?: AbortSignal | undefined; keepsAlive?: boolean }

export type Timer = {
  /** No effect after it has run. */
  cancel: () => void
  /** Lets the process end without waiting for the timer. */
  unref: () => Timer
}

/** `clearTimeout` ends intervals too. */
function timerOf(timeout: NodeJS.Timeout): Timer {
  const timer = {
    cancel: () => clearTimeout(timeout),
    unref() {
      timeout.unref()
      return timer
    },
  }
  return timer
}
