import type { Arrival } from './recorder.ts'
import { type Running, startProcess } from './start-process.ts'

const LONGEST_WAIT_MS = 60_000

export type Recorder = Running & {
  /**
   * Waits until so many alerts have arrived since the last time, and tells of all of them.
   * @throws DOMException when they have not after a minute
   */
  arrivals: (until: number) => Promise<Arrival[]>
}

/** The leanest Bot API in a process of its own. @param silent it never answers */
export async function startRecorder({ silent = false } = {}): Promise<Recorder> {
  const running = await startProcess('recorder', silent ? { SILENT: 'yes' } : {})
  return {
    ...running,
    async arrivals(until) {
      const signal = AbortSignal.timeout(LONGEST_WAIT_MS)
      return (await fetch(`${running.root}/arrivals?until=${until}`, { signal })).json()
    },
  }
}
