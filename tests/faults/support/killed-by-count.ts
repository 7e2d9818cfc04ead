/**
 * Preloaded by a server and each of its threads: kills the process right before or right after the
 * n-th write that is committed from a moment on. Counts them in the folder `COMMITS`.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import { Client } from 'pg'

const folder = process.env.COMMITS ?? ''

const WRITES = /^\s*(with\b.*)?\b(insert|update|delete)\b/is
/** Periodic writes that concern no alert; not counted. */
const CLOCKWORK = /"workers"|"?watch_(duty|absences)"?|delete from "lanes"/

function die(): never {
  process.kill(process.pid, 'SIGKILL')
  throw new Error('it lives')
}

/** The order for this commit, if any. Counts each commit once, whichever thread makes it. */
function orderNow(): 'before' | 'after' | null {
  try {
    const order: { name: string; n: number; when: 'before' | 'after' } = JSON.parse(
      readFileSync(join(folder, 'order'), 'utf8'),
    )
    return take(join(folder, order.name)) === order.n ? order.when : null
  } catch {
    return null
  }
}

function take(counted: string): number {
  for (let n = 1; ; n += 1)
    try {
      mkdirSync(join(counted, String(n)))
      return n
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
}

/** Connections with an open transaction. */
const open = new WeakMap<object, { hasWritten: boolean }>()

/** @returns true if this statement commits a write */
function commits(connection: object, text: string): boolean {
  if (/^\s*begin\b/i.test(text)) open.set(connection, { hasWritten: false })
  const transaction = open.get(connection)
  if (/^\s*(commit|rollback)\b/i.test(text)) {
    open.delete(connection)
    return /commit/i.test(text) && transaction?.hasWritten === true
  }
  if (!WRITES.test(text) || CLOCKWORK.test(text)) return false
  if (transaction) transaction.hasWritten = true
  return !transaction
}

function around<T>(connection: object, text: string, work: () => T): T {
  const order = commits(connection, text) ? orderNow() : null
  if (order === 'before') die()
  const result = work()
  if (order === null) return result
  return (result instanceof Promise ? result.then(die, die) : die()) as T
}

const texts = new WeakMap<StatementSync, { database: DatabaseSync; sql: string }>()
const { prepare, exec } = DatabaseSync.prototype
DatabaseSync.prototype.prepare = function (sql, ...more) {
  const statement = prepare.call(this, sql, ...more)
  texts.set(statement, { database: this, sql })
  return statement
}
DatabaseSync.prototype.exec = function (sql) {
  around(this, sql, () => exec.call(this, sql))
}
for (const method of ['run', 'all', 'get'] as const) {
  const original = StatementSync.prototype[method] as (...values: unknown[]) => unknown
  StatementSync.prototype[method] = function (this: StatementSync, ...values: unknown[]) {
    const { database, sql } = texts.get(this) ?? { database: this, sql: '' }
    return around(database, sql, () => original.apply(this, values))
  } as never
}

const query = Client.prototype.query as (...values: unknown[]) => unknown
Client.prototype.query = function (this: Client, ...values: unknown[]) {
  const [asked] = values
  const text = typeof asked === 'string' ? asked : String((asked as { text?: string }).text ?? '')
  return around(this, text, () => query.apply(this, values))
} as never
