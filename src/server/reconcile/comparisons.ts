import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { clock } from '#server/base/clock.ts'
import type { StorePlace } from '#server/store/open-store.ts'

/** @property rows packed: the thread shares their bytes @property asOf milliseconds UTC */
export type ComparisonOrder = { place: StorePlace; userId: string; rows: Blob; asOf: number }

/** Memory limit of a comparison: a history of millions ends its thread and not the process. */
const LIMITS = { maxOldGenerationSizeMb: 1_024 }

/** Comparisons of logs, one at a time in a process. */
export class Comparisons implements AsyncDisposable {
  readonly #place: StorePlace
  readonly #inTurn = pLimit(1)
  readonly #threads = new Set<Worker>()

  constructor(place: StorePlace) {
    this.#place = place
  }

  /**
   * @param signal ends the comparison and its thread
   * @returns the packed comparison, sharing the thread's bytes
   * @throws Error if the thread ends first
   */
  compare(userId: string, rows: Blob, signal?: AbortSignal | undefined): Promise<File> {
    return this.#inTurn(() => {
      signal?.throwIfAborted()
      return this.#run({ place: this.#place, userId, rows, asOf: clock.now() }, signal)
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#inTurn.clearQueue()
    await Promise.all([...this.#threads].map(thread => thread.terminate()))
  }

  async #run(order: ComparisonOrder, signal: AbortSignal | undefined): Promise<File> {
    const { promise, resolve, reject } = Promise.withResolvers<File>()
    const thread = new Worker(new URL('./compare-thread.ts', import.meta.url), {
      workerData: order,
      name: 'comparison',
      resourceLimits: LIMITS,
    })
    const end = () => void thread.terminate()
    this.#threads.add(thread)
    signal?.addEventListener('abort', end)
    thread.on('message', resolve)
    thread.on('error', reject)
    thread.on('exit', () => reject(new Error('the thread has ended')))
    try {
      return await promise
    } finally {
      signal?.removeEventListener('abort', end)
      this.#threads.delete(thread)
    }
  }
}
