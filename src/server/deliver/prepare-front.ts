import { moveDeliveriesOfConnection, moveDelivery, type Waiting } from '#server/store/deliveries.ts'
import type { Trouble } from '#server/store/delivery-outcomes.ts'
import type { Transacting } from '#server/store/schema.ts'
import { EXPIRES_AFTER_MS } from '#shared/limits.ts'
import { deliveryTexts } from '#shared/texts.ts'
import { type Delivering, GO_ON, type Next } from './delivering.ts'
import { failAlerts } from './fail-alerts.ts'
import { gatherMessage, type Outgoing } from './gather-message.ts'
import { moveToChat } from './move-to-chat.ts'
import { settleFailure } from './settle-failure.ts'

/** Settles what stands first in a lane and is not to be sent; else makes the message that leaves next. */
export async function prepareFront(
  front: readonly [Waiting, ...Waiting[]],
  delivering: Delivering,
): Promise<Outgoing | Next> {
  const [head] = front
  const fail = (alerts: readonly Waiting[], trouble: Trouble) =>
    failAlerts({ head, others: async () => alerts.map(({ seq }) => seq) }, trouble, delivering)
  if (head.lane !== head.connection_lane) return followConnection(head, delivering)
  if (head.elder_elsewhere === 1) return fetchElders(head, delivering)
  const inactive = front.filter(({ is_active }) => is_active === 0)
  if (inactive.includes(head))
    return fail(inactive, { code: 'inactive', reason: 'Conexión inactiva' })
  const now = Date.now()
  const expired = front.filter(waiting => hasExpired(waiting, now))
  if (expired.includes(head))
    return fail(expired, { code: 'expired', reason: deliveryTexts.expired })
  const gathered = gatherMessage(front, delivering, now)
  if ('code' in gathered) return fail([head], gathered)
  if (head.chat_id === null) return findChat(gathered, delivering)
  return gathered
}

const hasExpired = ({ resent_at, received_at }: Waiting, now: number): boolean =>
  now - (resent_at ?? received_at) > EXPIRES_AFTER_MS

/** The connection got another bot or chat while this one was on its way. */
async function followConnection(head: Waiting, { writer, wake }: Delivering): Promise<Next> {
  await writer.write(trx => moveDelivery(trx, head, head.connection_lane))
  wake([head.connection_lane])
  return GO_ON
}

/** Elder alerts of the connection go first: those that stayed in its old lane are fetched from there. */
async function fetchElders(head: Waiting, { writer, delays }: Delivering): Promise<Next> {
  const own = (db: Transacting) => ({ db, userId: head.user_id })
  const { numUpdatedRows } = await writer.write(trx =>
    moveDeliveriesOfConnection(own(trx), head.connection_id, head.lane),
  )
  // What is on its way to the old chat can only be waited for.
  return numUpdatedRows > 0n ? GO_ON : { kind: 'try-again', wait: delays.elder }
}

/** A chat that was typed as @name is asked for its number before the first send. */
async function findChat(outgoing: Outgoing, delivering: Delivering): Promise<Next> {
  const head = outgoing.group[0].waiting
  const begun = performance.now()
  const answer = await delivering.telegram.getChat(outgoing.token, head.telegram_chat_id)
  if (answer.ok) {
    delivering.traffic.outage.answered(head.bot_id, performance.now())
    await moveToChat(head, { chatId: answer.result.id }, delivering)
    return GO_ON
  }
  // Nothing was sent, so nothing can have arrived.
  const failure =
    answer.failure.kind === 'no-answer' ? { ...answer.failure, doubt: false } : answer.failure
  return settleFailure({ outgoing, failure, begun }, delivering)
}
