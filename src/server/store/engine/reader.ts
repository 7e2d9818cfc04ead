import { Worker } from 'node:worker_threads'
import { type DatabaseConnection, type Driver, Kysely } from 'kysely'
import type { ReaderQuestion, ReaderReply } from './reader-worker.ts'
import type { Database, Tables } from './schema.ts'
import { readerDialect } from './sqlite-dialect.ts'

/**
 * The database in a file, for reading alone and on a thread of its own, so that what takes long
 * holds up nothing but other reads. The thread starts at the first question, and again after it has
 * died: open questions are then refused, never left without an answer.
 */
export const createReader = (path: string): Database =>
  new Kysely<Tables>({ dialect: readerDialect(new ReaderDriver(path)) })

class ReaderDriver implements Driver {
  readonly #path: string
  readonly #connection: DatabaseConnection = {
    executeQuery: async <R>(question: ReaderQuestion) => ({
      rows: (await this.#ask(question)) as R[],
    }),
    streamQuery: refuse,
  }
  #thread: ReaderThread | undefined
  #isClosed = false

  beginTransaction = refuse
  commitTransaction = refuse
  rollbackTransaction = refuse

  constructor(path: string) {
    this.#path = path
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#isClosed = true
    await this.#thread?.close()
  }

  #ask({ sql, parameters }: ReaderQuestion): Promise<unknown[]> {
    if (this.#isClosed) throw closed()
    if (!this.#thread?.isAlive) this.#thread = new ReaderThread(this.#path)
    return this.#thread.ask({ sql, parameters })
  }
}

class ReaderThread {
  readonly #worker: Worker
  /** Questions without an answer so far, the oldest first: answers come in the same order. */
  readonly #asked: PromiseWithResolvers<unknown[]>[] = []
  isAlive = true

  constructor(path: string) {
    this.#worker = new Worker(new URL('./reader-worker.ts', import.meta.url), { workerData: path })
    this.#worker.unref()
    this.#worker.on('message', (answer: ReaderReply) => this.#settle(answer))
    this.#worker.on('error', cause => this.#end(new Error('the reader has died', { cause })))
    this.#worker.on('exit', () => this.#end(new Error('the reader has ended')))
  }

  async ask(question: ReaderQuestion): Promise<unknown[]> {
    const asked = Promise.withResolvers<unknown[]>()
    this.#worker.postMessage(question)
    this.#asked.push(asked)
    this.#worker.ref()
    return asked.promise
  }

  async close(): Promise<void> {
    this.#end(closed())
    await this.#worker.terminate()
  }

  #settle(answer: ReaderReply): void {
    const asked = this.#asked.shift()
    if (this.#asked.length === 0) this.#worker.unref()
    if ('rows' in answer) asked?.resolve(answer.rows)
    else asked?.reject(Object.assign(answer.error, answer.details))
  }

  #end(reason: Error): void {
    this.isAlive = false
    for (const asked of this.#asked.splice(0)) asked.reject(reason)
  }
}

const closed = () => new Error('the reader is closed')

function refuse(): never {
  throw new Error('the reader takes neither transactions nor streams')
}
