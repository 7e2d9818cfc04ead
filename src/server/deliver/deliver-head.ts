import type { Logger } from 'pino'
import type { SecretBox } from '#server/base/secrets.ts'
import type { Live } from '#server/live/live.ts'
import { beginAttempt, type Head, moveDelivery } from '#server/store/deliveries.ts'
import { completeDelivery, keepSentParts, type Trouble } from '#server/store/delivery-outcomes.ts'
import type { Failure } from '#server/telegram/failures.ts'
import type { Telegram } from '#server/telegram/telegram.ts'
import { shortId } from '#shared/format.ts'
import { splitMessage } from '#shared/message/split.ts'
import { deliveryTexts } from '#shared/texts.ts'
import { type Composed, composeMessage } from './compose-message.ts'
import type { Delays } from './delays.ts'
import type { DeliveryWriter } from './delivery-writer.ts'
import { moveToChat } from './move-to-chat.ts'
import { failAlert, settleFailure } from './settle-failure.ts'

export type Delivering = {
  telegram: Telegram
  secretBox: SecretBox
  writer: DeliveryWriter
  live: Live
  delays: Delays
  log: Logger
  /** Lanes that got something to do. */
  wake: (lanes: string[]) => void
}

/** What the lane does next: go on, look at its head again after a wait, or be silent for a time. */
export type Next =
  | { kind: 'go-on' }
  | { kind: 'try-again'; wait: number }
  | { kind: 'hold'; wait: number }

/** One attempt to deliver the head of a lane, written down to its end. */
export async function deliverHead(head: Head, delivering: Delivering): Promise<Next> {
  if (head.lane !== head.connection_lane) return followConnection(head, delivering)
  if (head.elder_elsewhere) return { kind: 'try-again', wait: delivering.delays.elder }
  if (head.is_active === 0)
    return failAlert(head, { code: 'inactive', reason: 'Conexión inactiva' }, delivering)
  const ready = makeReady(head, delivering)
  if ('code' in ready) return failAlert(head, ready, delivering)
  if (head.chat_id === null) return findChat(head, ready.token, delivering)
  const { composed, token } = ready
  const { writer } = delivering
  const isBegun = await writer.write(trx => beginAttempt(trx, head, composed, Date.now()))
  if (!isBegun) return { kind: 'go-on' }
  return send({ head, composed, token, chatId: head.chat_id }, delivering)
}

/** The connection got another bot or chat while this one was on its way. */
async function followConnection(head: Head, { writer, wake }: Delivering): Promise<Next> {
  await writer.write(trx => moveDelivery(trx, head.seq, head.connection_lane))
  wake([head.connection_lane])
  return { kind: 'go-on' }
}

/** Whatever is wrong with one alert's own data ends that alert and no other. */
function makeReady(
  head: Head,
  { secretBox, log }: Delivering,
): { composed: Composed; token: string } | Trouble {
  try {
    const composed = composeMessage(head)
    if ('code' in composed) return composed
    return { composed, token: secretBox.decrypt(head.telegram_bot_token) }
  } catch (error) {
    log.error({ err: error, alertId: head.alert_id }, 'the alert can not be made into a message')
    return { code: 'unreadable', reason: deliveryTexts.unreadable }
  }
}

/** A chat that was typed as @name is asked for its number before the first send. */
async function findChat(head: Head, token: string, delivering: Delivering): Promise<Next> {
  const answer = await delivering.telegram.getChat(token, head.telegram_chat_id)
  if (!answer.ok) {
    // Nothing was sent, so nothing can have arrived.
    const failure =
      answer.failure.kind === 'no-answer' ? { ...answer.failure, doubt: false } : answer.failure
    return settleFailure(head, failure, token, delivering)
  }
  await moveToChat(head, { chatId: answer.result.id }, delivering)
  return { kind: 'go-on' }
}

async function send(
  {
    head,
    composed,
    token,
    chatId,
  }: { head: Head; composed: Composed; token: string; chatId: string },
  delivering: Delivering,
): Promise<Next> {
  const { telegram, writer, live } = delivering
  const pieces = splitMessage(composed.message)
  const sentIds: number[] = JSON.parse(head.sent_ids)
  const begun = performance.now()
  for (const piece of pieces.slice(sentIds.length)) {
    const answer = await telegram.sendMessage(token, {
      chatId,
      ...piece,
      linkPreview: head.link_preview === 1,
      isContinuation: sentIds.length > 0,
    })
    if (!answer.ok) {
      logAttempt(head, begun, answer.failure, delivering.log)
      return settleFailure(head, answer.failure, token, delivering)
    }
    sentIds.push(answer.result.messageId)
    if (sentIds.length < pieces.length)
      await writer.writeAtLast(trx => keepSentParts(trx, head.seq, sentIds))
  }
  await writer.writeAtLast(trx => completeDelivery(trx, head, sentIds, Date.now()))
  logAttempt(head, begun, null, delivering.log)
  live.changed(head.user_id, 'alerts', 'connections')
  return { kind: 'go-on' }
}

function logAttempt(head: Head, begun: number, failure: Failure | null, log: Logger): void {
  log.info(
    {
      alertId: head.alert_id,
      connection: shortId(head.connection_id),
      attempt: head.attempts + 1,
      outcome: failure?.code ?? 'success',
      ...(failure ? { description: failure.description } : {}),
      ms: Math.round(performance.now() - begun),
    },
    'attempt',
  )
}
