import { connectionsOfLane } from '#server/store/connections.ts'
import type { Waiting } from '#server/store/deliveries.ts'
import {
  postponeDeliveries,
  simplifyMessage,
  type Trouble,
  takeApart,
} from '#server/store/delivery-outcomes.ts'
import { logError } from '#server/store/error-logs.ts'
import type { Transacting } from '#server/store/schema.ts'
import { type Failure, reasonFor } from '#server/telegram/failures.ts'
import { type Delivering, GO_ON, type Next } from './delivering.ts'
import { connectionsWithToken, failAlerts } from './fail-alerts.ts'
import type { Outgoing } from './gather-message.ts'
import { holdForFlood } from './hold-for-flood.ts'
import { moveToSupergroup } from './move-to-chat.ts'
import { failureEntry } from './report-failures.ts'
import { tryAgainOrFail } from './try-again.ts'

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
      return sendSimpler({ head, group, refused: failure.kind }, trouble, delivering)
    case 'dead-chat':
      return failAlerts(
        { head, tried: async () => group, connections: trx => connectionsToChat(trx, head) },
        trouble,
        delivering,
      )
    case 'dead-token':
      return failToken({ head, group, token: outgoing.token }, trouble, delivering)
    case 'refused':
      return refuse(head, group, trouble, delivering)
  }
}

/** Takes with it what waits for connections that hold it; what has a new one by now is sent with that. */
async function failToken(
  { head, group, token }: { head: Waiting; group: readonly Waiting[]; token: string },
  trouble: Trouble,
  delivering: Delivering,
): Promise<Next> {
  const holders = (trx: Transacting) => connectionsWithToken(trx, head, token, delivering.secretBox)
  const tried = async (trx: Transacting) => {
    const dead = new Set(await holders(trx))
    const renewed = group.filter(({ connection_id }) => !dead.has(connection_id))
    const again = renewed.map(waiting => ({ waiting, counted: 0 as const, wait: 0 }))
    await postponeDeliveries(trx, again, { now: Date.now(), uncertain: false }, trouble)
    return group.filter(({ connection_id }) => dead.has(connection_id))
  }
  return failAlerts({ head, tried, connections: holders }, trouble, delivering)
}

const connectionsToChat = (trx: Transacting, { user_id: userId, lane }: Waiting) =>
  connectionsOfLane({ db: trx, userId }, lane)

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
    head,
    group,
    refused,
  }: { head: Waiting; group: readonly Waiting[]; refused: 'formatting' | 'preview' },
  trouble: Trouble,
  delivering: Delivering,
): Promise<Next> {
  // Which one of several has the wrong formatting shows when they are sent one by one.
  const isSimple =
    refused === 'formatting'
      ? group.length > 1 || head.message_entities === '[]'
      : head.link_preview === 0 || head.takes_preview === 0
  if (isSimple) return refuse(head, group, trouble, delivering)
  const now = Date.now()
  await delivering.writer.writeAtLast(async trx => {
    await simplifyMessage(trx, group, refused)
    await logError(trx, {
      ...failureEntry(head, trouble, group.length, now),
      message: `${trouble.reason} La alerta «${head.name}» se envía ${refused === 'formatting' ? 'sin formato' : 'sin vista previa'}.`,
      isCritical: false,
    })
  })
  delivering.live.changed(head.user_id, 'errorLogs')
  return GO_ON
}
