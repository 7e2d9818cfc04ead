import { clock } from '#server/base/clock.ts'
import type { Log } from '#server/base/log.ts'
import { type Repeated, repeat } from '#server/base/repeat.ts'
import type { SecretBox } from '#server/base/secrets.ts'
import type { Live } from '#server/live/live.ts'
import type { Owner } from '#server/store/engine/owner.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { ALL_LANES, readPauses } from '#server/store/queue/pauses.ts'
import { connectionFields } from '#server/store/rows/connection-fields.ts'
import { type ConnectionRow, readConnection } from '#server/store/rows/connections.ts'
import {
  type AlarmRow,
  accountsToTell,
  claimAlarms,
  dueAlarmsOf,
  settleAlarms,
} from '#server/store/watch/alarms.ts'
import { readWatchSettings } from '#server/store/watch/settings.ts'
import { reasonFor } from '#server/telegram/failure-reasons.ts'
import type { Failure } from '#server/telegram/failures.ts'
import { FirstRefusals } from '#server/telegram/first-refusals.ts'
import type { SendPermits } from '#server/telegram/send-permits.ts'
import type { Telegram } from '#server/telegram/telegram.ts'
import { DAY_MS } from '#shared/limits.ts'
import { connectionTexts } from '#shared/texts/connections.ts'
import { composeAlarms } from './compose-alarms.ts'

/** Max age of an alarm when it is sent. */
const SENT_WITHIN_MS = DAY_MS
/** Max sends of an alarm that may have arrived. */
const MOST_IN_DOUBT = 3
const LONGEST_WAIT_MS = 60_000

type Tools = {
  db: Database
  telegram: Telegram
  secretBox: SecretBox
  permits: SendPermits
  /**
   * Milliseconds: interval between checks, claim on an alarm being sent, the minimum left of it for a send, and the
   * wait from a first refusal to the send that decides.
   */
  delays: { watch: number; watchSend: number; watchSendMargin: number; secondRefusal: number }
  publicUrl: string
  live: Pick<Live, 'changed'>
  log: Log
}

/** Outcome of alarms. `isSurelyUnsent`: they certainly did not arrive, so the last attempt is not counted. */
type Outcome = {
  rows: readonly AlarmRow[]
  change: Parameters<typeof settleAlarms>[2]
  isSurelyUnsent?: boolean
}

/** Token to send with, milliseconds to wait, or the reason why the alarms fail. */
type WayOut = { token: string } | { wait: number; reason: string | null } | { failed: string }

/**
 * Sends raised alarms; an account's alarms due at one moment share a message. A row is marked before its send and
 * settled afterwards. A message that may have left is sent again only if its outcome is unknown, because a process
 * ended in between or Telegram did not answer.
 */
export class AlarmSender implements AsyncDisposable {
  readonly #tools: Tools
  /** Outcomes still to be written, by account; until then no other alarm of the account is sent. */
  readonly #unwritten = new Map<string, readonly Outcome[]>()
  readonly #firstRefusals: FirstRefusals
  #repeated: Repeated | undefined

  constructor(tools: Tools) {
    this.#tools = tools
    this.#firstRefusals = new FirstRefusals(tools.delays.secondRefusal)
  }

  start(): void {
    const { delays, log } = this.#tools
    this.#repeated = repeat(() => this.#sendDue(), {
      every: delays.watch,
      onError: error => log.warn({ err: error }, 'alarms are sent later'),
    })
  }

  /** Sends due alarms at once instead of at the next check. */
  wake(): void {
    this.#repeated?.soon()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#repeated?.[Symbol.asyncDispose]()
    await this.#writeAll()
  }

  async #sendDue(): Promise<void> {
    await this.#writeAll()
    const users = await accountsToTell(this.#tools.db, clock.now())
    const free = users.filter(userId => !this.#unwritten.has(userId))
    await this.#forEach(free, userId => this.#sendTo(userId))
  }

  #writeAll(): Promise<void> {
    return this.#forEach([...this.#unwritten.keys()], userId => this.#write(userId))
  }

  /** A failure of one account does not affect the others. */
  async #forEach(users: string[], work: (userId: string) => Promise<void>): Promise<void> {
    const done = await Promise.allSettled(users.map(work))
    for (const outcome of done)
      if (outcome.status === 'rejected')
        this.#tools.log.warn({ err: outcome.reason }, 'alarms of an account are sent later')
  }

  async #sendTo(userId: string): Promise<void> {
    const { db, permits, delays } = this.#tools
    const now = clock.now()
    const leavesBy = clock.monotonic() + delays.watchSend - delays.watchSendMargin
    const due = await dueAlarmsOf(db, userId, now)
    if (due.length === 0) return
    const owner = { db, userId }
    const { connection_id } = await readWatchSettings(owner)
    const connection =
      connection_id === null ? undefined : await readConnection(owner, connection_id)
    const settle = (outcome: Outcome) => {
      this.#unwritten.set(userId, [outcome])
      return this.#write(userId)
    }
    const settled = { due_at: null, settled_at: now }
    if (!connection)
      return settle({ rows: due, change: { ...settled, status: 'kept', reason: NO_CONNECTION } })
    const late = due.filter(({ at }) => now - at > SENT_WITHIN_MS)
    const rows = due.filter(row => !late.includes(row))
    for (const [reason, alike] of Map.groupBy(late, tooLateReason))
      await settle({ rows: alike, change: { ...settled, status: 'failed', reason } })
    if (rows.length === 0) return
    const way = await this.#wayOut(owner, connection)
    if ('failed' in way)
      return settle({ rows, change: { ...settled, status: 'failed', reason: way.failed } })
    if ('wait' in way) {
      const due_at = now + Math.ceil(way.wait)
      return settle({ rows, change: { status: 'pending', due_at, reason: way.reason } })
    }
    const claimed = await claimAlarms(db, rows, now + delays.watchSend)
    if (claimed.length === 0) return
    // This process was frozen, or waited for the database: another one may be sending these alarms by now.
    if (clock.monotonic() > leavesBy)
      return settle({
        rows: claimed,
        change: { status: 'pending', due_at: clock.now() },
        isSurelyUnsent: true,
      })
    const failure = await this.#send(claimed, connection, way.token)
    const isFirst = this.#isFirst(failure, connection)
    const outcomes = isFirst
      ? [later(claimed, clock.now() + Math.ceil(delays.secondRefusal), null)]
      : outcomesOf(failure, claimed, clock.now(), delays.watch)
    this.#unwritten.set(userId, outcomes)
    if (failure?.kind === 'flood') await permits.keepFloodWait(connection.lane, failure.retryAfter)
    return this.#write(userId)
  }

  /** Checks whether alarms may leave through the connection now; with a `token`, the rate limits count the send. */
  async #wayOut(owner: Owner, connection: ConnectionRow): Promise<WayOut> {
    const { permits, telegram, secretBox, delays } = this.#tools
    const { is_active, lane, telegram_bot_token } = connection
    if (is_active === 0) return { wait: LONGEST_WAIT_MS, reason: INACTIVE }
    const pauses = await readPauses(owner)
    if (pauses.has(ALL_LANES) || pauses.has(lane)) return { wait: LONGEST_WAIT_MS, reason: PAUSED }
    const token = secretBox.tryDecrypt(telegram_bot_token)
    if (token === null)
      // During a change of the secret key, another process may know a key that this one does not know yet.
      return secretBox.hasKeyOf(telegram_bot_token)
        ? { failed: connectionTexts.unreadable }
        : { wait: delays.watch, reason: null }
    const block = telegram.simulated ? null : await permits.acquire(lane)
    if (block?.kind === 'outage') return { wait: delays.watch, reason: null }
    return block ? { wait: Math.min(block.wait, LONGEST_WAIT_MS), reason: null } : { token }
  }

  async #write(userId: string): Promise<void> {
    const outcomes = this.#unwritten.get(userId) ?? []
    await transaction(this.#tools.db, async trx => {
      for (const { rows, change, isSurelyUnsent } of outcomes)
        await settleAlarms(trx, rows, change, isSurelyUnsent)
    })
    this.#unwritten.delete(userId)
    this.#tools.live.changed(userId, 'watch')
  }

  /** True for a refusal that Telegram is known to give temporarily, unless it came before. */
  #isFirst(failure: Failure | null, target: ConnectionRow): boolean {
    if (failure) return this.#firstRefusals.isFirst(failure.code, target, clock.monotonic())
    this.#firstRefusals.arrived(target)
    return false
  }

  /** @returns the failure; null if the message arrived */
  async #send(
    rows: readonly AlarmRow[],
    connection: ConnectionRow,
    token: string,
  ): Promise<Failure | null> {
    const { telegram, publicUrl } = this.#tools
    const { topicId, silent, protectContent } = connectionFields(connection)
    const message = {
      ...composeAlarms(rows, publicUrl),
      topicId,
      silent,
      protectContent,
      linkPreview: false,
      isContinuation: false,
    }
    if (telegram.simulated) return null
    const chatId = connection.chat_id ?? connection.telegram_chat_id
    const sent = await telegram.sendMessage(token, { ...message, chatId })
    if (sent.ok) return null
    if (sent.failure.kind !== 'migrated') return sent.failure
    const again = await telegram.sendMessage(token, { ...message, chatId: sent.failure.chatId })
    return again.ok ? null : again.failure
  }
}

const NO_CONNECTION = 'Ya no hay ninguna conexión por la que salgan los avisos.'
const PAUSED = 'El chat está en pausa.'
const INACTIVE = 'La conexión de los avisos está inactiva.'
const TWICE = 'Puede haber llegado dos veces: no se supo qué fue del primer intento.'
const IN_DOUBT = 'Puede haber llegado: Telegram no respondió.'

/** The obstacle that kept an alarm from leaving in time. */
function tooLateReason({ reason }: AlarmRow): string {
  if (reason === PAUSED) return 'El chat estuvo en pausa 24 horas.'
  if (reason === INACTIVE) return 'La conexión de los avisos estuvo inactiva 24 horas.'
  return 'Telegram no respondió en 24 horas.'
}

/** @param failure null if the alarms arrived */
function outcomesOf(
  failure: Failure | null,
  rows: readonly AlarmRow[],
  at: number,
  retry: number,
): Outcome[] {
  const settled = { due_at: null, settled_at: at }
  if (failure === null) {
    const isFirst = ({ attempts }: AlarmRow) => attempts === 1
    return [
      { rows: rows.filter(isFirst), change: { ...settled, status: 'sent', reason: null } },
      {
        rows: rows.filter(row => !isFirst(row)),
        change: { ...settled, status: 'sent', reason: TWICE },
      },
    ]
  }
  if (failure.kind === 'flood') return [later(rows, at + retry, null)]
  const reason =
    failure.kind !== 'no-answer' && failure.code === 'refused'
      ? `Telegram rechazó el aviso: «${failure.description}». Revisa la conexión de los avisos.`
      : reasonFor(failure)
  if (failure.kind !== 'no-answer')
    return [{ rows, change: { ...settled, status: 'failed', reason }, isSurelyUnsent: true }]
  const waiting = at - Math.min(...rows.map(row => row.at))
  const due = at + Math.min(Math.max(2 * retry, waiting), 10 * LONGEST_WAIT_MS)
  if (!failure.doubt) return [later(rows, due, reason)]
  const isOver = ({ attempts }: AlarmRow) => attempts >= MOST_IN_DOUBT
  const over = rows.filter(isOver)
  const rest = rows.filter(row => !isOver(row))
  return [
    { rows: over, change: { ...settled, status: 'uncertain', reason: IN_DOUBT } },
    { rows: rest, change: { status: 'pending', due_at: due, reason } },
  ]
}

const later = (rows: readonly AlarmRow[], due_at: number, reason: string | null): Outcome => ({
  rows,
  change: { status: 'pending', due_at, reason },
  isSurelyUnsent: true,
})
