/** The latest attempts that brought an alert nowhere, as its row keeps them. */
import { appended } from '#server/store/engine/dialect.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { MAX_KEPT_ATTEMPTS } from '#shared/limits.ts'

/** What an attempt met. */
export type FailedAttempt = {
  /** When it left. Milliseconds UTC. */
  at: number
  /** Until it was answered, or given up. */
  ms: number
  code: string
  /** In Spanish. */
  reason: string
}

/** An entry of the log. */
export type LoggedAttempt = Omit<FailedAttempt, 'reason'> & {
  /** Null: it was delivered, and sent again afterwards. */
  reason: string | null
  /** Whether it is one of those after which an alert fails. */
  counted: 0 | 1
  /** What it was in the chat, where it was delivered. */
  message_ids?: readonly number[]
}

export const readAttempts = (log: string | null): LoggedAttempt[] =>
  log === null ? [] : JSON.parse(log)

/** @param code of an attempt @returns whether it had left, and its answer never came */
export const mayHaveArrived = (code: string): boolean => IN_DOUBT.has(code)

const IN_DOUBT: ReadonlySet<string> = new Set([
  'timeout',
  'connection_lost',
  'server_error',
  'not_bot_api',
  'interrupted',
])

/** The column with one more entry, and without its oldest where there would be too many. */
export const withAttempt = (db: Database, attempt: LoggedAttempt) => ({
  attempt_log: appended(db, 'attempt_log', attempt, MAX_KEPT_ATTEMPTS),
})
