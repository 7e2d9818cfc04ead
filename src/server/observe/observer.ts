import type { Failure, FailureCode, FailureKind } from '#server/telegram/failures.ts'

/**
 * What became of a webhook. Not stored, and answered 503: `over-rate`, `queue-full`, `disk-full`,
 * `database-away`, `in-doubt` (it may have been stored) and `busy`, the database did not take it in time.
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

/** A request to a webhook's address, at its answer. Holds no secret: it is logged as it is. */
export type WebhookRecord = {
  /** `X-Request-Id` of the answer. */
  requestId: string
  result: WebhookResult
  /** Of the answer. */
  status: number
  /** Milliseconds from the head of the request to its answer. */
  ms: number
  /** Of the body, as far as it was read. */
  bytes: number
  /** The first characters of the id in the address. */
  address: string
  /** The sender's address. */
  from: string
  /** The sender went away before its answer. */
  isGone: boolean
  /** Why it could not be stored. */
  reason?: string
  /** Of what was stored. */
  alertId?: string
  userId?: string
  /** The first characters of its id. */
  connection?: string
}

/** What Telegram made of a request. `uncertain`: it may have arrived; `unanswered`: it surely has not. */
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
 * What follows: nothing more, the next part, the same after the flood wait, the next attempt after
 * `retryInMs`, once more after an outage, once more at once (elsewhere, simpler, one by one), or
 * nothing, since its alerts have failed. `unknown`: it could not be written.
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

/** A request to Telegram that was to bring something into a chat. Holds no secret: it is logged as it is. */
export type AttemptRecord = {
  /** `look-up` asks for the number of a chat that was typed as @name; `test` is the connection test. */
  kind: 'send' | 'look-up' | 'test'
  outcome: AttemptOutcome
  next: AttemptNext
  /** Account, bot and chat. */
  lane: string
  /** The first characters of the id of its first alert's connection. */
  connection: string
  /** How many leave together; of a test none. */
  alerts: number
  /** Of the first ten of them. */
  alertIds: readonly string[]
  /** Which attempt of its first alert it is, from 1. */
  attempt: number
  /** Milliseconds since its first alert came, or was sent again, until it left; undefined for a test. */
  waitMs?: number
  /** Milliseconds until Telegram's answer, or until none was waited for any longer. */
  sendMs: number
  retryInMs?: number
  /** Why it was not delivered. */
  code?: FailureCode
  /** Telegram's own text, without the token, or the network's error code. */
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

/** What a record says of a failure. */
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

/**
 * A transaction that webhooks, or writes of deliveries, shared. Where it is not written, they may be
 * written by another one.
 */
export type GroupRecord = { of: 'webhooks' | 'deliveries'; size: number; isWritten: boolean }

/**
 * Told of each webhook and of each attempt once, at its end; of alerts that have failed, together with an
 * attempt or without one; and of each group. Must not throw, and must be quick.
 */
export type Observer = {
  webhook: (record: WebhookRecord) => void
  attempt: (record: AttemptRecord) => void
  failed: (alerts: number) => void
  group: (record: GroupRecord) => void
}

/** The log needs no more than webhooks and attempts. */
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
