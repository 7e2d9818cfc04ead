/** Log in an alert's row: its latest failed attempts, and deliveries that were sent again. */
import { appended } from '#server/store/engine/dialect.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { MAX_KEPT_ATTEMPTS } from '#shared/limits.ts'

export type FailedAttempt = {
  /** Start of the request, milliseconds UTC. */
  at: number
  /** Milliseconds until the answer or the timeout. */
  ms: number
  code: string
  /** In Spanish. */
  reason: string
}

export type LoggedAttempt = Omit<FailedAttempt, 'reason'> & {
  /** Null: delivered, and sent again afterwards. */
  reason: string | null
  /** 1 if it counts towards the attempts after which an alert fails. */
  counted: 0 | 1
  /** Telegram's message ids, if delivered. */
  message_ids?: readonly number[]
}

export const readAttempts = (log: string | null): LoggedAttempt[] =>
  log === null ? [] : JSON.parse(log)

/** True if Telegram may have accepted the message although the attempt failed with this code. */
export const mayHaveArrived = (code: string): boolean => IN_DOUBT.has(code)

const IN_DOUBT: ReadonlySet<string> = new Set([
  'timeout',
  'connection_lost',
  'server_error',
  'not_bot_api',
  'interrupted',
])

/** Appends an attempt to the log, which keeps the newest `MAX_KEPT_ATTEMPTS`. */
export const withAttempt = (db: Database, attempt: LoggedAttempt) => ({
  attempt_log: appended(db, 'attempt_log', attempt, MAX_KEPT_ATTEMPTS),
})
