import { clock } from '#server/base/clock.ts'
import type { PreparedAlert } from '#server/store/queue/begin-attempt.ts'
import type { QueuedDelivery } from '#server/store/queue/deliveries.ts'
import {
  type KeptButtons,
  postponeDeliveries,
  type SimplerPart,
  simplifyMessage,
  splitGroup,
} from '#server/store/queue/repeat-deliveries.ts'
import type { FailedAttempt } from '#server/store/rows/attempt-log.ts'
import { logError } from '#server/store/rows/error-logs.ts'
import { reasonFor } from '#server/telegram/failure-reasons.ts'
import type { Failure } from '#server/telegram/failures.ts'
import { reasonWithNearby } from '#server/telegram/nearby-chat.ts'
import type { MessageButton } from '#shared/message/composed-message.ts'
import { MESSAGE_MAX_CODE_POINTS } from '#shared/message/split.ts'
import {
  CONTINUE,
  type DeliveryContext,
  type NextStep,
  type PreparedMessage,
} from './delivery-context.ts'
import { failAlerts } from './fail-alerts.ts'
import { failDeadTarget } from './fail-dead-target.ts'
import { moveToSupergroup } from './move-to-chat.ts'
import { failureEntry } from './report-failures.ts'
import { retryOrFail } from './retry-or-fail.ts'
import { settleFloodWait } from './settle-flood-wait.ts'

/** A failed send, or look-up of its chat; `begun` is when the request left, on the monotonic clock. */
type Failed = { outgoing: PreparedMessage; failure: Failure; begun: number }

/** Writes and reports what follows from a failure, by its kind. */
export async function settleFailure(
  { outgoing, failure, begun }: Failed,
  context: DeliveryContext,
): Promise<NextStep> {
  const group = outgoing.group.map(({ waiting }) => waiting)
  const head = outgoing.group[0].waiting
  const attempt = failedAttempt(failure, begun, head.topic_id)
  if (failure.kind !== 'no-answer') context.gate.outages.answered(head.bot_id, clock.monotonic())
  switch (failure.kind) {
    case 'no-answer':
      return retryOrFail({ head, group, token: outgoing.token, begun, failure }, attempt, context)
    case 'flood':
      return settleFloodWait({ head, group, retryAfter: failure.retryAfter }, attempt, context)
    case 'migrated':
      return failure.chatId === head.chat_id
        ? refuse(head, group, attempt, context)
        : moveToSupergroup(head, { chatId: failure.chatId, group }, attempt, context)
    case 'formatting':
    case 'preview':
      return sendSimpler({ ...outgoing, refused: failure.kind }, attempt, context)
    case 'buttons':
      return sendSimpler({ ...outgoing, refused: 'buttons', url: failure.url }, attempt, context)
    case 'dead-chat':
    case 'dead-topic':
    case 'dead-token':
      if (context.firstRefusals.isFirst(failure.code, head, clock.monotonic()))
        return askAgain(head, group, attempt, context)
      return failDeadTarget(
        { ...outgoing, kind: failure.kind },
        { ...attempt, reason: await reasonOfDead(failure, outgoing, context) },
        context,
      )
    case 'refused':
      if (failure.code === 'message_too_long' && isLongInUtf16(outgoing))
        return splitAnew(head, group, attempt, context)
      return refuse(head, group, attempt, context)
  }
}

/** @param begun when the request left, on the monotonic clock */
function failedAttempt(failure: Failure, begun: number, topicId: number | null): FailedAttempt {
  const ms = Math.round(clock.monotonic() - begun)
  return { at: clock.now() - ms, ms, code: failure.code, reason: reasonFor(failure, { topicId }) }
}

async function reasonOfDead(
  failure: Failure,
  { token, group: [{ waiting }] }: PreparedMessage,
  { telegram }: DeliveryContext,
): Promise<string> {
  const asked = {
    token,
    chatId: waiting.chat_id ?? waiting.telegram_chat_id,
    topicId: waiting.topic_id,
  }
  return (await reasonWithNearby(failure, asked, telegram)).reason
}

/** Sends the alerts again some seconds later; they stay first in their lane. */
async function askAgain(
  { user_id }: QueuedDelivery,
  group: readonly QueuedDelivery[],
  attempt: FailedAttempt,
  { writer, delays, live }: DeliveryContext,
): Promise<NextStep> {
  const wait = Math.ceil(delays.secondRefusal)
  const again = group.map(waiting => ({ waiting, counted: 0 as const, wait }))
  const when = { now: clock.now(), uncertain: false }
  await writer.writeUntilDone(trx => postponeDeliveries(trx, again, when, attempt))
  live.changed(user_id, 'alerts')
  return { kind: 'retry', wait }
}

const isLongInUtf16 = ({ piece: { text } }: PreparedMessage): boolean =>
  text.length > MESSAGE_MAX_CODE_POINTS

/** Makes the message again in more parts: the bot's server counts length in UTF-16 units, unlike Telegram's. */
async function splitAnew(
  head: QueuedDelivery,
  group: readonly QueuedDelivery[],
  attempt: FailedAttempt,
  context: DeliveryContext,
): Promise<NextStep> {
  context.lengthUnits.countUtf16(head.bot_id)
  const again = group.map(waiting => ({ waiting, counted: 0 as const, wait: 0 }))
  const now = clock.now()
  await context.writer.writeUntilDone(trx =>
    group.length > 1
      ? splitGroup(trx, group, attempt)
      : postponeDeliveries(trx, again, { now, uncertain: false }, attempt),
  )
  return CONTINUE
}

/** Fails a refused alert. A message of several alerts is split, so that only the refused alert fails. */
async function refuse(
  head: QueuedDelivery,
  group: readonly QueuedDelivery[],
  attempt: FailedAttempt,
  context: DeliveryContext,
): Promise<NextStep> {
  if (group.length === 1)
    return failAlerts({ head, tried: { attempt, alerts: async () => group } }, attempt, context)
  await context.writer.writeUntilDone(trx => splitGroup(trx, group, attempt))
  return CONTINUE
}

/** Sends the message again without the part that Telegram refused. */
async function sendSimpler(
  {
    group: begun,
    sent,
    piece,
    refused,
    url,
  }: Pick<PreparedMessage, 'group' | 'sent' | 'piece'> & {
    refused: SimplerPart
    url?: string | undefined
  },
  attempt: FailedAttempt,
  context: DeliveryContext,
): Promise<NextStep> {
  const group = begun.map(({ waiting }) => waiting)
  const head = begun[0].waiting
  const isSimple = {
    // A group is sent one by one, which shows the alert with the wrong formatting.
    formatting: group.length > 1 || (head.message_entities === '[]' && head.message_times === null),
    preview: head.link_preview === 0 || head.takes_preview === 0,
    buttons: piece.buttons.length === 0,
  }
  if (isSimple[refused]) return refuse(head, group, attempt, context)
  const now = clock.now()
  const bad = piece.buttons.flat().find(button => 'url' in button && button.url === url)
  const buttons: KeptButtons = bad ? new Map(begun.map(one => withoutAddress(one, url))) : new Map()
  const without = bad ? `sin el botón «${bad.text}»` : withoutWords[refused]
  await context.writer.writeUntilDone(async trx => {
    await simplifyMessage(trx, group, { without: refused, sent, buttons }, attempt)
    await logError(trx, {
      ...failureEntry(head, attempt, group.length, now),
      message: `${attempt.reason} La alerta «${head.name}» se envía ${without}.`,
      isCritical: false,
    })
  })
  context.live.changed(head.user_id, 'errorLogs')
  return CONTINUE
}

const withoutAddress = (
  { waiting, message }: PreparedAlert,
  url: string | undefined,
): [alertId: string, MessageButton[][]] => [
  waiting.alert_id,
  message.buttons
    .map(row => row.filter(button => !('url' in button && button.url === url)))
    .filter(row => row.length > 0),
]

const withoutWords: Record<SimplerPart, string> = {
  formatting: 'sin formato',
  preview: 'sin vista previa',
  buttons: 'sin botones',
}
