import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { PastRow } from './past-row.ts'

export type PastRows = AsyncIterable<PastRow[]> &
  AsyncDisposable & {
    /** The last days as TradingView would export them; there once the rows are. */
    log: Promise<string>
  }

/**
 * The rows of twelve weeks of alerts up to an instant, the oldest first, some hundred at a time. They
 * are made on a thread of their own from now on, since that takes as long as loading the server.
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
