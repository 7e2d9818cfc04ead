import type { Arrival } from './recorder.ts'
import { type Running, startProcess } from './start-process.ts'

const LONGEST_WAIT_MS = 60_000

export type Recorder = Running & {
  /**
   * Waits until so many alerts have arrived since the last time, and tells of all of them.
   * @throws Error when they have not after a minute
   */
  arrivals: (until: number) => Promise<Arrival[]>
  /** The same, with fewer once the time is up. */
  arrivalsWithin: (milliseconds: number, until: number) => Promise<Arrival[]>
}

/**
 * The leanest Bot API in a process of its own.
 * @param options.silent it never answers
 * @param options.answerAfter milliseconds that it takes for an answer
 */
export async function startRecorder({
  silent = false,
  answerAfter,
  port,
}: {
  silent?: boolean
  answerAfter?: number
  port?: number
} = {}): Promise<Recorder> {
  const running = await startProcess('recorder', {
    ...(silent && { SILENT: 'yes' }),
    ...(answerAfter !== undefined && { ANSWER_AFTER: String(answerAfter) }),
    ...(port !== undefined && { PORT: String(port) }),
  })
  const arrivalsWithin = async (milliseconds: number, until: number): Promise<Arrival[]> =>
    (await fetch(`${running.root}/arrivals?until=${until}&within=${milliseconds}`)).json()
  return {
    ...running,
    arrivalsWithin,
    async arrivals(until) {
      const arrived = await arrivalsWithin(LONGEST_WAIT_MS, until)
      if (arrived.length >= until) return arrived
      throw new Error(`${arrived.length} of ${until} alerts have arrived`)
    },
  }
}
