import type { Failure, FailureCode, FailureKind } from '#server/telegram/failures.ts'

/**
 * Result of a webhook. Not stored, and answered 503: `over-rate`, `queue-full`, `disk-full`, `database-away`,
 * `in-doubt` (it may have been stored), `busy` (the database did not accept it in time) and `error`.
 */
export type WebhookResult =
  | 'stored'
  | 'stored-inactive'
  | 'unknown-address'
  | 'miscopied'
  | 'not-posted'
  | 'cut'
  | 'empty'
  | 'encoded'
  | 'too-large'
  | 'not-tradingview'
  | 'over-rate'
  | 'queue-full'
  | 'disk-full'
  | 'database-away'
  | 'in-doubt'
  | 'busy'
  | 'error'

/** A request to a webhook's address, at its answer. Contains no secrets, because it is logged unchanged. */
export type WebhookRecord = {
  /** `X-Request-Id` of the answer. */
  requestId: string
  result: WebhookResult
  /** Status of the answer. */
  status: number
  /** Milliseconds from the head of the request to its answer. */
  ms: number
  /** Bytes of the body that were read. */
  bytes: number
  /** The first characters of the id in the address; without an id, the path, shortened and without secrets. */
  address: string
  /** The sender's address. */
  from: string
  /** The sender went away before its answer. */
  isGone: boolean
  /** Reason why it could not be stored. */
  reason?: string
  /** Id and owner of the stored alert. */
  alertId?: string
  userId?: string
  /** The first characters of the id of the alert's connection. */
  connection?: string
}

/** Result of a request to Telegram. `uncertain`: it may have arrived; `unanswered`: it certainly has not. */
export type AttemptOutcome =
  | 'delivered'
  /** A part of a long message, not the last. */
  | 'part'
  | 'flood-wait'
  | 'uncertain'
  | 'unanswered'
  /** The group became a supergroup. */
  | 'chat-migrated'
  | 'formatting-refused'
  | 'preview-refused'
  | 'buttons-refused'
  | 'refused'
  /** A chat's number was looked up. */
  | 'found'

/**
 * Next step after an attempt. `retry`: another attempt after `retryInMs`; `outage`: another one after the outage;
 * `again`: another one at once, to the chat's new number, without the part that was refused, in more parts, or
 * alert by alert; `failed`: none, since its alerts have failed; `unknown`: the outcome could not be written.
 */
export type AttemptNext =
  | 'done'
  | 'next-part'
  | 'flood-wait'
  | 'retry'
  | 'outage'
  | 'again'
  | 'failed'
  | 'unknown'

/** A request to Telegram in order to deliver to a chat. Contains no secrets, because it is logged unchanged. */
export type AttemptRecord = {
  /** `look-up` asks for the number of a chat that was typed as @name; `test` is the connection test. */
  kind: 'send' | 'look-up' | 'test'
  outcome: AttemptOutcome
  next: AttemptNext
  /** Account, bot and chat. */
  lane: string
  /** The first characters of the id of its first alert's connection. */
  connection: string
  /** Number of alerts in the message; 0 for a test. */
  alerts: number
  /** Ids of its first ten alerts. */
  alertIds: readonly string[]
  /** Number of the attempt for its first alert, from 1. */
  attempt: number
  /** Milliseconds from when its first alert came, or was sent again, until it left; undefined for a test. */
  waitMs?: number
  /** Milliseconds until Telegram's answer or the timeout. */
  sendMs: number
  retryInMs?: number
  /** Reason why it was not delivered. */
  code?: FailureCode
  /** Telegram's error text as far as it may be repeated, else the HTTP status or the network's error code. */
  description?: string
}

const REFUSALS: Record<Exclude<FailureKind, 'no-answer'>, AttemptOutcome> = {
  flood: 'flood-wait',
  migrated: 'chat-migrated',
  formatting: 'formatting-refused',
  preview: 'preview-refused',
  buttons: 'buttons-refused',
  'dead-chat': 'refused',
  'dead-topic': 'refused',
  'dead-token': 'refused',
  refused: 'refused',
}

/** Fields of a record that describe a failure. */
export const outcomeOf = (
  failure: Failure,
): Pick<AttemptRecord, 'outcome' | 'code' | 'description'> => ({
  outcome:
    failure.kind !== 'no-answer'
      ? REFUSALS[failure.kind]
      : failure.doubt
        ? 'uncertain'
        : 'unanswered',
  code: failure.code,
  description: failure.description,
})

/** A transaction shared by webhooks, or by writes of deliveries. If it is not written, another one may write them. */
export type GroupRecord = { of: 'webhooks' | 'deliveries'; size: number; isWritten: boolean }

/**
 * Receives each webhook and each attempt once, at its end; failed alerts, with an attempt or without one; and
 * each group. Must not throw, and must be quick.
 */
export type Observer = {
  webhook: (record: WebhookRecord) => void
  attempt: (record: AttemptRecord) => void
  failed: (alerts: number) => void
  group: (record: GroupRecord) => void
}

/** Forwards records to both; the log needs only webhooks and attempts. */
export const tellBoth = (
  log: Pick<Observer, 'webhook' | 'attempt'>,
  other: Observer,
): Observer => ({
  webhook(record) {
    log.webhook(record)
    other.webhook(record)
  },
  attempt(record) {
    log.attempt(record)
    other.attempt(record)
  },
  failed: alerts => other.failed(alerts),
  group: record => other.group(record),
})
