import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { PastRow } from './past-row.ts'

export type PastRows = AsyncIterable<PastRow[]> &
  AsyncDisposable & {
    /** Log of the last days as TradingView would export it; resolves after the rows. */
    log: Promise<string>
  }

/**
 * Rows of twelve weeks of alerts up to an instant, oldest first, 500 at a time. They are made on a
 * separate thread from now on, since that takes as long as loading the server.
 */
export function startPastRows(now: number): PastRows {
  const worker = new Worker(new URL('./past-rows-worker.ts', import.meta.url), { workerData: now })
  const messages = on(worker, 'message', { close: ['exit'] })
  const log = Promise.withResolvers<string>()
  return {
    log: log.promise,
    async *[Symbol.asyncIterator]() {
      for await (const [made] of messages)
        if (typeof made === 'string') log.resolve(made)
        else yield made
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate()
    },
  }
}
