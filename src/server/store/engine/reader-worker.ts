/** The reader's thread: answers one question after another, in the order in which they come. */
import { parentPort, workerData } from 'node:worker_threads'
import { openSqliteReader } from './sqlite.ts'

export type ReaderQuestion = { sql: string; parameters: readonly unknown[] }

export type ReaderReply =
  | { rows: unknown[] }
  /** An error loses what is its own on the way to another thread: that travels beside it. */
  | { error: Error; details: object }

const read = openSqliteReader(workerData)

parentPort?.on('message', (question: ReaderQuestion) => parentPort?.postMessage(answer(question)))

function answer({ sql, parameters }: ReaderQuestion): ReaderReply {
  try {
    return { rows: read(sql, parameters) }
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    return { error, details: { ...error } }
  }
}
