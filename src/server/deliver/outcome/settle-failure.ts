import { type Delivering, GO_ON, type Next } from '#server/deliver/delivering.ts'
import type { Outgoing } from '#server/deliver/lane/gather-message.ts'
import type { Waiting } from '#server/store/queue/deliveries.ts'
import { simplifyMessage, type Trouble, takeApart } from '#server/store/queue/outcomes.ts'
import { logError } from '#server/store/rows/error-logs.ts'
import { type Failure, reasonFor } from '#server/telegram/failures.ts'
import { failAlerts } from './fail-alerts.ts'
import { failDead } from './fail-dead.ts'
import { holdForFlood } from './hold-for-flood.ts'
import { moveToSupergroup } from './move-to-chat.ts'
import { failureEntry } from './report-failures.ts'
import { tryAgainOrFail } from './retry.ts'

/** A send that did not bring its message into the chat; `begun` is when it left, monotonic. */
type Failed = { outgoing: Outgoing; failure: Failure; begun: number }

/** What follows from a failure, by what it is: written down, told, and told to the lane. */
export async function settleFailure(
  { outgoing, failure, begun }: Failed,
  delivering: Delivering,
): Promise<Next> {
  const group = outgoing.group.map(({ waiting }) => waiting)
  const head = outgoing.group[0].waiting
  const trouble = { code: failure.code, reason: reasonFor(failure) }
  if (failure.kind !== 'no-answer')
    delivering.traffic.outage.answered(head.bot_id, performance.now())
  switch (failure.kind) {
    case 'no-answer':
      return tryAgainOrFail(
        { head, group, token: outgoing.token, begun, doubt: failure.doubt },
        trouble,
        delivering,
      )
    case 'flood':
      return holdForFlood({ head, group, retryAfter: failure.retryAfter }, trouble, delivering)
    case 'migrated':
      return failure.chatId === head.chat_id
        ? refuse(head, group, trouble, delivering)
        : moveToSupergroup(head, failure.chatId, delivering)
    case 'formatting':
    case 'preview':
      return sendSimpler({ ...outgoing, refused: failure.kind }, trouble, delivering)
    case 'dead-chat':
    case 'dead-topic':
    case 'dead-token':
      return failDead({ ...outgoing, kind: failure.kind }, trouble, delivering)
    case 'refused':
      return refuse(head, group, trouble, delivering)
  }
}

/** An alert that is refused fails; a message of several is taken apart, so that one fails alone. */
async function refuse(
  head: Waiting,
  group: readonly Waiting[],
  trouble: Trouble,
  delivering: Delivering,
): Promise<Next> {
  if (group.length === 1) return failAlerts({ head, tried: async () => group }, trouble, delivering)
  await delivering.writer.writeAtLast(trx => takeApart(trx, group))
  return GO_ON
}

/** Once more without what Telegram did not accept; what it does not accept then is refused. */
async function sendSimpler(
  {
    group: begun,
    sent,
    refused,
  }: Pick<Outgoing, 'group' | 'sent'> & { refused: 'formatting' | 'preview' },
  trouble: Trouble,
  delivering: Delivering,
): Promise<Next> {
  const group = begun.map(({ waiting }) => waiting)
  const head = begun[0].waiting
  // Which one of several has the wrong formatting shows when they are sent one by one.
  const isSimple =
    refused === 'formatting'
      ? group.length > 1 || head.message_entities === '[]'
      : head.link_preview === 0 || head.takes_preview === 0
  if (isSimple) return refuse(head, group, trouble, delivering)
  const now = Date.now()
  await delivering.writer.writeAtLast(async trx => {
    await simplifyMessage(trx, group, { without: refused, sent })
    await logError(trx, {
      ...failureEntry(head, trouble, group.length, now),
      message: `${trouble.reason} La alerta «${head.name}» se envía ${refused === 'formatting' ? 'sin formato' : 'sin vista previa'}.`,
      isCritical: false,
    })
  })
  delivering.live.changed(head.user_id, 'errorLogs')
  return GO_ON
}
