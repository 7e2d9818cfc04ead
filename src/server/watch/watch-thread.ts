import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { clock } from '#server/base/clock.ts'
import type { Questions } from './watch-worker.ts'

/**
 * Idle time until the thread ends; longer than the minute after which a series that can't be judged yet is asked for
 * again.
 */
const REST_AFTER_MS = 120_000

/** The thread on which Vigía computes. It starts at the first question, and again after it has died. */
export class WatchThread implements AsyncDisposable {
  #worker: Worker | undefined
  #askedAt = 0

  /**
   * Asks a question. Not to be called before the previous question is answered.
   * @throws the error of the thread
   */
  async ask<Kind extends keyof Questions>(
    kind: Kind,
    asks: Questions[Kind]['asks'],
  ): Promise<Questions[Kind]['answer']> {
    this.#askedAt = clock.monotonic()
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

  /** Ends the thread after two minutes without a question. Not to be called between the questions of a page. */
  async restWhenIdle(): Promise<void> {
    if (clock.monotonic() - this.#askedAt < REST_AFTER_MS) return
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
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
