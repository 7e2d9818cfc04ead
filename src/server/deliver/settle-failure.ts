import { newOrderedId } from '#server/base/ids.ts'
import type { SecretBox } from '#server/base/secrets.ts'
import { connectionsOfBot } from '#server/store/connections.ts'
import { deliveriesOfConnections, deliveriesOfLane, type Head } from '#server/store/deliveries.ts'
import {
  failDeliveries,
  postponeDelivery,
  simplifyMessage,
  type Trouble,
} from '#server/store/delivery-outcomes.ts'
import { logError } from '#server/store/error-logs.ts'
import { holdLane } from '#server/store/lanes.ts'
import { notify } from '#server/store/notifications.ts'
import type { Transacting } from '#server/store/schema.ts'
import { type Failure, reasonFor } from '#server/telegram/failures.ts'
import { deliveryTexts } from '#shared/texts.ts'
import type { Delivering, Next } from './deliver-head.ts'
import { moveToChat } from './move-to-chat.ts'
import { failureEntry, panelOf, reportFailures } from './report-failures.ts'

/** A pause that Telegram asks for is worth a notification from here on. Milliseconds. */
const LONG_PAUSE_MS = 60_000

/** What follows from a failure, by what it is: written down, told, and told to the lane. */
export async function settleFailure(
  head: Head,
  failure: Failure,
  token: string,
  delivering: Delivering,
): Promise<Next> {
  const trouble = { code: failure.code, reason: reasonFor(failure) }
  switch (failure.kind) {
    case 'flood':
      return holdForFlood(head, failure.retryAfter, trouble, delivering)
    case 'no-answer':
      return tryAgainOrFail(head, trouble, failure.doubt, delivering)
    case 'migrated':
      return followToSupergroup(head, failure.chatId, trouble, delivering)
    case 'formatting':
    case 'preview':
      return sendSimpler(head, failure.kind, trouble, delivering)
    case 'dead-chat':
      return failAll(head, trouble, trx => deliveriesOfLane(trx, head.lane), delivering)
    case 'dead-token':
      return failAll(
        head,
        trouble,
        trx => deliveriesWithToken(trx, head, token, delivering),
        delivering,
      )
    case 'refused':
      return failAlert(head, { ...trouble, attempts: head.attempts + 1 }, delivering)
  }
}

/** Ends one alert. One that came to an inactive connection is told nowhere but in the history. */
export async function failAlert(
  head: Head,
  trouble: Trouble & { attempts?: number; uncertain?: boolean },
  { writer, live }: Delivering,
): Promise<Next> {
  const isQuiet = trouble.code === 'inactive'
  const failed = await writer.writeAtLast(async trx => {
    const rows = await failDeliveries(trx, [head.seq], trouble)
    if (!isQuiet && rows.length > 0) await reportFailures(trx, head, trouble, rows.length)
    return rows
  })
  if (failed.length === 0) return { kind: 'go-on' }
  live.changed(head.user_id, 'alerts', 'connections', ...(isQuiet ? [] : reported))
  if (!isQuiet) live.toast(head.user_id, 'error', deliveryTexts.failed(head.name))
  return { kind: 'go-on' }
}

const reported = ['notifications', 'errorLogs'] as const

async function holdForFlood(
  head: Head,
  retryAfter: number,
  trouble: Trouble,
  { writer, live, delays }: Delivering,
): Promise<Next> {
  const wait = delays.flood(retryAfter)
  const now = Date.now()
  await writer.writeAtLast(async trx => {
    await holdLane(trx, head.lane, head.user_id, { now, wait })
    await postponeDelivery(
      trx,
      head,
      { attempts: head.attempts, wait, now, uncertain: false },
      trouble,
    )
    if (wait > LONG_PAUSE_MS)
      await notify(trx, {
        id: newOrderedId(now),
        userId: head.user_id,
        title: 'Telegram pide una pausa',
        message: `Las alertas de «${head.connection_name}» esperan ${retryAfter} s y se envían después, sin que hagas nada.`,
        type: 'warning',
        link: panelOf(head),
        repeatKey: `flood:${head.lane}`,
        count: 1,
        now,
      })
  })
  live.changed(head.user_id, 'alerts', 'notifications')
  return { kind: 'hold', wait }
}

async function tryAgainOrFail(
  head: Head,
  trouble: Trouble,
  uncertain: boolean,
  delivering: Delivering,
): Promise<Next> {
  const { writer, live, delays } = delivering
  const attempts = head.attempts + 1
  const wait = delays.retry(attempts)
  if (wait === null) return failAlert(head, { ...trouble, attempts, uncertain }, delivering)
  await writer.writeAtLast(trx =>
    postponeDelivery(trx, head, { attempts, wait, now: Date.now(), uncertain }, trouble),
  )
  live.changed(head.user_id, 'alerts')
  live.toast(head.user_id, 'warning', deliveryTexts.retrying(head.name))
  return { kind: 'try-again', wait }
}

async function followToSupergroup(
  head: Head,
  chatId: string,
  trouble: Trouble,
  delivering: Delivering,
): Promise<Next> {
  if (chatId === head.chat_id)
    return failAlert(head, { ...trouble, attempts: head.attempts + 1 }, delivering)
  const now = Date.now()
  await moveToChat(head, { chatId, typed: chatId }, delivering, trx =>
    notify(trx, {
      id: newOrderedId(now),
      userId: head.user_id,
      title: 'El grupo pasó a supergrupo',
      message: `El ID de chat de «${head.connection_name}» se actualizó solo a ${chatId}.`,
      type: 'info',
      link: panelOf(head),
      repeatKey: `migrated:${head.lane}`,
      count: 1,
      now,
    }),
  )
  delivering.live.changed(head.user_id, 'notifications')
  return { kind: 'go-on' }
}

/** Once more without what Telegram did not accept; what it does not accept then is refused. */
async function sendSimpler(
  head: Head,
  refused: 'formatting' | 'preview',
  trouble: Trouble,
  delivering: Delivering,
): Promise<Next> {
  const isSimple =
    refused === 'formatting' ? head.message_entities === '[]' : head.link_preview === 0
  if (isSimple) return failAlert(head, { ...trouble, attempts: head.attempts + 1 }, delivering)
  const now = Date.now()
  await delivering.writer.writeAtLast(async trx => {
    await simplifyMessage(trx, head, refused)
    await logError(trx, {
      ...failureEntry(head, trouble, 1, now),
      message: `${trouble.reason} La alerta «${head.name}» se envía ${refused === 'formatting' ? 'sin formato' : 'sin vista previa'}.`,
      isCritical: false,
    })
  })
  delivering.live.changed(head.user_id, 'errorLogs')
  return { kind: 'go-on' }
}

/** Everything that would fail for the same reason fails in one step, and is told once. */
async function failAll(
  head: Head,
  trouble: Trouble,
  seqsOf: (trx: Transacting) => Promise<number[]>,
  { writer, live }: Delivering,
): Promise<Next> {
  const failed = await writer.writeAtLast(async trx => {
    const seqs = await seqsOf(trx)
    const tried = seqs.filter(seq => seq === head.seq)
    const failed = [
      ...(await failDeliveries(trx, tried, { ...trouble, attempts: head.attempts + 1 })),
      ...(await failDeliveries(trx, seqs, trouble)),
    ]
    if (failed.length > 0) await reportFailures(trx, head, trouble, failed.length)
    return failed
  })
  if (failed.length === 0) return { kind: 'go-on' }
  live.changed(head.user_id, 'alerts', 'connections', ...reported)
  live.toast(head.user_id, 'error', deliveryTexts.failed(head.name))
  return { kind: 'go-on' }
}

/** A token that can't be read any more is not this one. */
function isSealed(sealed: string, token: string, secretBox: SecretBox): boolean {
  try {
    return secretBox.decrypt(sealed) === token
  } catch {
    return false
  }
}

/** The connections that hold this very token now: one with a new token has nothing to fear. */
async function deliveriesWithToken(
  trx: Transacting,
  head: Head,
  token: string,
  { secretBox }: Delivering,
): Promise<number[]> {
  const own = { db: trx, userId: head.user_id }
  const connections = await connectionsOfBot(own, head.bot_id)
  const holders = connections
    .filter(connection => isSealed(connection.telegram_bot_token, token, secretBox))
    .map(connection => connection.id)
  return holders.length === 0 ? [] : deliveriesOfConnections(own, holders)
}
