/** Metrics counted as events happen in this process: webhooks, attempts, statements, transactions. */
import type {
  Pool,
  StatementError,
  StatementKind,
  StatementRecord,
} from '#server/store/engine/watch-statements.ts'
import { ALONE, type AllSeries, byValue, Counter, Histogram, type Metric } from './instruments.ts'
import type {
  AttemptOutcome,
  AttemptRecord,
  GroupRecord,
  Observer,
  WebhookRecord,
  WebhookResult,
} from './observer.ts'

/** Bounds in seconds. An alert may wait for up to a day; TradingView waits three seconds for an answer. */
const SECONDS = {
  answer: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3],
  wait: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600],
  send: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
  statement: [0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
  eventLoop: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
}
const GROUP_SIZES = [1, 2, 5, 10, 20, 50, 100, 200]

/** Meaning of each result for the sender: stored, worth sending again, or refused. */
const webhookAnswers: Record<WebhookResult, 'stored' | 'not-stored' | 'refused'> = {
  stored: 'stored',
  'stored-inactive': 'stored',
  'unknown-address': 'refused',
  miscopied: 'refused',
  'not-posted': 'refused',
  cut: 'refused',
  empty: 'refused',
  encoded: 'refused',
  'too-large': 'refused',
  'not-tradingview': 'refused',
  'over-rate': 'not-stored',
  'queue-full': 'not-stored',
  'disk-full': 'not-stored',
  'database-away': 'not-stored',
  'in-doubt': 'not-stored',
  busy: 'not-stored',
  error: 'not-stored',
}

const outcomes: Record<AttemptOutcome, true> = {
  delivered: true,
  part: true,
  'flood-wait': true,
  uncertain: true,
  unanswered: true,
  'chat-migrated': true,
  'formatting-refused': true,
  'preview-refused': true,
  'buttons-refused': true,
  refused: true,
  found: true,
}

const pools: readonly Pool[] = ['line', 'reader', 'others']
const statementKinds: readonly StatementKind[] = ['read', 'write', 'commit', 'other']
const statementErrors: readonly StatementError[] = ['row-busy', 'busy', 'away', 'full', 'other']

const groupKinds: readonly GroupRecord['of'][] = ['webhooks', 'deliveries']

const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>) =>
  Object.keys(record) as Key[]

/** Counters and histograms since the start of the process. */
export class ObservedMetrics implements Observer {
  readonly #webhooks = new Counter(
    {
      name: 'pregonero_webhooks_total',
      help: 'Requests to webhook addresses, by what became of them.',
    },
    byValue('result', keysOf(webhookAnswers)),
  )
  readonly #webhooksGone = new Counter(
    {
      name: 'pregonero_webhooks_gone_total',
      help: 'Webhooks whose sender went away before its answer.',
    },
    ALONE,
  )
  readonly #answerSeconds = new Histogram(
    {
      name: 'pregonero_webhook_answer_seconds',
      help: 'Time until a webhook is answered, by whether it is stored, may be sent again, or is refused.',
    },
    SECONDS.answer,
    byValue('answer', ['stored', 'not-stored', 'refused']),
  )
  readonly #attempts = new Counter(
    {
      name: 'pregonero_attempts_total',
      help: 'Messages sent to Telegram, by what it made of them.',
    },
    byValue('outcome', keysOf(outcomes)),
  )
  readonly #alerts = new Counter(
    {
      name: 'pregonero_alerts_settled_total',
      help: 'Alerts that were delivered, and those that failed and are not sent any more.',
    },
    byValue('outcome', ['delivered', 'failed']),
  )
  readonly #waitSeconds = new Histogram(
    {
      name: 'pregonero_delivery_wait_seconds',
      help: 'Time from an alert until the message that delivered it left.',
    },
    SECONDS.wait,
    ALONE,
  )
  readonly #sendSeconds = new Histogram(
    { name: 'pregonero_send_seconds', help: 'Time until Telegram answered, or was given up.' },
    SECONDS.send,
    ALONE,
  )
  readonly #statementSeconds = new Histogram(
    {
      name: 'pregonero_database_seconds',
      help: 'Time until the database answered a statement, by the connections that it ran on.',
    },
    SECONDS.statement,
    statementSeries(),
  )
  readonly #statementErrors = new Counter(
    { name: 'pregonero_database_errors_total', help: 'Statements that failed, tries included.' },
    byValue('error', statementErrors),
  )
  readonly #groupSizes = new Histogram(
    {
      name: 'pregonero_group_size',
      help: 'Webhooks stored in one transaction, and writes of deliveries that shared one.',
    },
    GROUP_SIZES,
    byValue('of', groupKinds),
  )
  readonly #groupsFailed = new Counter(
    {
      name: 'pregonero_groups_failed_total',
      help: 'Transactions that were not written, or for which that is not known.',
    },
    byValue('of', groupKinds),
  )
  readonly #eventLoopDelay = new Histogram(
    {
      name: 'pregonero_event_loop_delay_seconds',
      help: 'By how much a timer that is looked at ten times a second came late.',
    },
    SECONDS.eventLoop,
    ALONE,
  )

  readonly all: readonly Metric[] = [
    this.#webhooks,
    this.#webhooksGone,
    this.#answerSeconds,
    this.#attempts,
    this.#alerts,
    this.#waitSeconds,
    this.#sendSeconds,
    this.#statementSeconds,
    this.#statementErrors,
    this.#groupSizes,
    this.#groupsFailed,
    this.#eventLoopDelay,
  ]

  webhook({ result, ms, isGone }: WebhookRecord): void {
    this.#webhooks.add(result)
    if (isGone) this.#webhooksGone.add('')
    this.#answerSeconds.observe(webhookAnswers[result], ms / 1_000)
  }

  attempt({ kind, outcome, alerts, waitMs, sendMs }: AttemptRecord): void {
    if (kind === 'test') return
    this.#attempts.add(outcome)
    this.#sendSeconds.observe('', sendMs / 1_000)
    if (outcome !== 'delivered') return
    this.#alerts.add('delivered', alerts)
    if (waitMs !== undefined) this.#waitSeconds.observe('', waitMs / 1_000)
  }

  statement({ pool, kind, ms, error }: StatementRecord): void {
    this.#statementSeconds.observe(`${pool} ${kind}`, ms / 1_000)
    if (error) this.#statementErrors.add(error)
  }

  failed(alerts: number): void {
    this.#alerts.add('failed', alerts)
  }

  group({ of, size, isWritten }: GroupRecord): void {
    if (isWritten) this.#groupSizes.observe(of, size)
    else this.#groupsFailed.add(of)
  }

  eventLoopDelay(ms: number): void {
    this.#eventLoopDelay.observe('', ms / 1_000)
  }
}

function statementSeries(): AllSeries<`${Pool} ${StatementKind}`> {
  const labels = pools.flatMap(pool => statementKinds.map(kind => ({ pool, kind })))
  const series: Record<string, Record<string, string>> = Object.fromEntries(
    labels.map(({ pool, kind }) => [`${pool} ${kind}`, { pool, kind }]),
  )
  return series as AllSeries<`${Pool} ${StatementKind}`>
}
