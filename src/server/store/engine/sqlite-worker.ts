/** Thread of a SQLite connection: answers questions one at a time, in order of arrival. */
import { parentPort, workerData } from 'node:worker_threads'
import { type Answer, openSqlite, type Question, type SqliteConnection } from './sqlite.ts'

export type Reply =
  | Answer
  /** `details`: own properties of the error, which it loses when it is posted to another thread. */
  | { error: Error; details: object }

let connection: SqliteConnection | undefined

/** `close` ends the thread once all earlier questions are answered. */
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
