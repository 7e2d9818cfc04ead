import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { PastRow } from './past-row.ts'

/**
 * The rows of twelve weeks of alerts up to an instant, the oldest first, some hundred at a time. They
 * are made on a thread of their own from now on, since that takes as long as loading the server.
 */
export function startPastRows(now: number): AsyncIterable<PastRow[]> & AsyncDisposable {
  const worker = new Worker(new URL('./past-rows-worker.ts', import.meta.url), { workerData: now })
  const messages = on(worker, 'message', { close: ['exit'] })
  return {
    async *[Symbol.asyncIterator]() {
      for await (const [rows] of messages) yield rows
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate()
    },
  }
}
