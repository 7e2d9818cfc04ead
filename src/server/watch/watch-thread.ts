import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Questions } from './watch-worker.ts'

/** The thread on which Vigía computes. It starts at the first question, and again after it has died. */
export class WatchThread implements AsyncDisposable {
  #worker: Worker | undefined

  /**
   * One question at a time.
   * @throws what went wrong there
   */
  async ask<Kind extends keyof Questions>(
    kind: Kind,
    asks: Questions[Kind]['asks'],
  ): Promise<Questions[Kind]['answer']> {
    this.#worker ??= this.#start()
    const worker = this.#worker
    const ended = new AbortController()
    const { signal } = ended
    try {
      worker.postMessage({ kind, asks })
      const [reply] = await Promise.race([
        once(worker, 'message', { signal }),
        once(worker, 'exit', { signal }).then(() => {
          throw new Error('the thread of Vigía has ended')
        }),
      ])
      if ('error' in reply) throw reply.error
      return reply.answer
    } finally {
      ended.abort()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(new URL('./watch-worker.ts', import.meta.url), { name: 'Vigía' })
    worker.unref()
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined
    })
    return worker
  }
}
