/**
 * Preloaded by a server on PostgreSQL: suspends it once, as a machine would be, after a statement
 * that matches `FROZEN_AFTER`.
 */
import { writeSync } from 'node:fs'
import { Client } from 'pg'

const described = new RegExp(process.env.FROZEN_AFTER ?? '(?!)')
let isOver = false

const query = Client.prototype.query as (...values: unknown[]) => unknown
Client.prototype.query = function (this: Client, ...values: unknown[]) {
  const [asked] = values
  const text = typeof asked === 'string' ? asked : String((asked as { text?: string }).text ?? '')
  const result = query.apply(this, values)
  if (isOver || !described.test(text)) return result
  isOver = true
  return (result as Promise<unknown>).then(rows => {
    writeSync(process.stdout.fd, 'congelado\n')
    process.kill(process.pid, 'SIGSTOP')
    return rows
  })
} as never
