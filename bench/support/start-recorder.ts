import type { Arrival } from './recorder.ts'
import { type Running, startProcess } from './start-process.ts'

const LONGEST_WAIT_MS = 60_000

export type Recorder = Running & {
  /**
   * Waits until a number of alerts have arrived since the last call, and returns all of them.
   * @throws Error if they have not after a minute
   */
  arrivals: (until: number) => Promise<Arrival[]>
  /** The same, with fewer arrivals once the time is up. */
  arrivalsWithin: (milliseconds: number, until: number) => Promise<Arrival[]>
}

/**
 * The minimal Bot API as a separate process.
 * @param options.silent it never answers
 * @param options.answerAfter milliseconds before each answer
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
