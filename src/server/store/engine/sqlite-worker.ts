/** The thread of a connection to SQLite: answers one question after another, in the order in which they come. */
import { parentPort, workerData } from 'node:worker_threads'
import { type Answer, openSqlite, type Question, type SqliteConnection } from './sqlite.ts'

export type Reply =
  | Answer
  /** An error loses what is its own on the way to another thread: that travels beside it. */
  | { error: Error; details: object }

let connection: SqliteConnection | undefined

/** `close` lets the thread end once all before it is answered. */
parentPort?.on('message', (message: Question | 'close') => {
  if (message !== 'close') parentPort?.postMessage(reply(message))
  else {
    connection?.close()
    parentPort?.close()
  }
})

function reply(question: Question): Reply {
  try {
    connection ??= openSqlite(workerData)
    return connection.answer(question)
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    return { error, details: { ...error } }
  }
}
