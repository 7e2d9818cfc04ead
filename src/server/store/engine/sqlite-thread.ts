import { basename } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Answer, FileOptions, Question } from './sqlite.ts'
import type { Reply } from './sqlite-worker.ts'
import { StoreAwayError } from './store-errors.ts'

/**
 * A SQLite connection on its own thread, so that other work continues while a statement runs or waits. The thread
 * starts at the first question, and again after it has died: open questions are then rejected.
 */
export class SqliteThread {
  readonly #options: FileOptions
  #running: RunningThread | undefined
  #isClosed = false

  constructor(options: FileOptions) {
    this.#options = options
  }

  /**
   * Questions are answered in their order.
   * @throws StoreAwayError when the thread ends before it has answered
   * @throws any error of SQLite, with its `errcode`
   */
  async ask(question: Question): Promise<Answer> {
    if (this.#isClosed) throw closed()
    if (!this.#running?.isAlive) this.#running = new RunningThread(this.#options)
    return this.#running.ask(question)
  }

  /** Ends the thread; the next question starts it again. No transaction or fetch may be open. */
  rest(): void {
    void this.#running?.close()
    this.#running = undefined
  }

  /** Rejects questions that are not answered yet, and all later ones. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#running?.close()
  }
}

class RunningThread {
  readonly #worker: Worker
  /** Unanswered questions, the oldest first: answers come in the same order. */
  readonly #asked: PromiseWithResolvers<Answer>[] = []
  isAlive = true

  constructor(options: FileOptions) {
    this.#worker = new Worker(new URL('./sqlite-worker.ts', import.meta.url), {
      workerData: options,
      name: `${options.isReader ? 'reader' : 'writer'} of ${basename(options.path)}`,
    })
    this.#worker.unref()
    this.#worker.on('message', (reply: Reply) => this.#settle(reply))
    this.#worker.on('error', cause => this.#end('the thread has died', cause))
    this.#worker.on('exit', () => this.#end('the thread has ended'))
  }

  async ask(question: Question): Promise<Answer> {
    const asked = Promise.withResolvers<Answer>()
    this.#worker.postMessage(question)
    this.#asked.push(asked)
    this.#worker.ref()
    return asked.promise
  }

  /** A thread that is running a statement is terminated at once. */
  async close(): Promise<void> {
    if (!this.isAlive) return
    const isIdle = this.#asked.length === 0
    this.#end('the database is closed')
    if (!isIdle) return void (await this.#worker.terminate())
    const { promise: ended, resolve } = Promise.withResolvers<unknown>()
    this.#worker.on('exit', resolve)
    this.#worker.ref()
    this.#worker.postMessage('close')
    await ended
  }

  #settle(reply: Reply): void {
    const asked = this.#asked.shift()
    if ('rows' in reply) asked?.resolve(reply)
    else asked?.reject(Object.assign(reply.error, reply.details))
    if (this.#asked.length === 0) this.#worker.unref()
  }

  #end(reason: string, cause?: unknown): void {
    this.isAlive = false
    for (const asked of this.#asked.splice(0)) asked.reject(new StoreAwayError(reason, { cause }))
  }
}

const closed = () => new StoreAwayError('the database is closed')
