import { openSqlite, type SqliteConnection } from '#server/store/engine/sqlite.ts'
import type { ConnectSqlite } from '#server/store/engine/sqlite-dialect.ts'

/**
 * SQLite on the test's own thread: answers in the same turn of the event loop. It does not sync to
 * the disk, since tests do not crash the machine.
 * @param onAsked called at each statement
 */
export const sqliteHere =
  (onAsked = () => {}): ConnectSqlite =>
  options => {
    let sqlite: SqliteConnection | undefined
    function open(): SqliteConnection {
      const opened = openSqlite(options)
      if (!options.isReader) opened.answer({ sql: 'pragma synchronous = off', parameters: [] })
      return opened
    }
    return {
      async ask(question) {
        onAsked()
        sqlite ??= open()
        return sqlite.answer(question)
      },
      async close() {
        sqlite?.close()
      },
    }
  }
