import { type Delivering, GO_ON, type Next } from '#server/deliver/delivering.ts'
import { failAlerts } from '#server/deliver/outcome/fail-alerts.ts'
import { moveToChat } from '#server/deliver/outcome/move-to-chat.ts'
import { settleFailure } from '#server/deliver/outcome/settle-failure.ts'
import type { Transacting } from '#server/store/engine/schema.ts'
import type { Waiting } from '#server/store/queue/deliveries.ts'
import { followConnection } from '#server/store/queue/move-deliveries.ts'
import type { Trouble } from '#server/store/queue/outcomes.ts'
import { EXPIRES_AFTER_MS } from '#shared/limits.ts'
import { deliveryTexts } from '#shared/texts.ts'
import { gatherMessage, type Outgoing } from './gather-message.ts'

/** Settles what stands first in a lane and is not to be sent; else makes the message that leaves next. */
export async function prepareFront(
  front: readonly [Waiting, ...Waiting[]],
  delivering: Delivering,
): Promise<Outgoing | Next> {
  const [head] = front
  const fail = (alerts: readonly Waiting[], trouble: Trouble) =>
    failAlerts({ head, others: async () => alerts.map(({ seq }) => seq) }, trouble, delivering)
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

/** Elder alerts of the connection go first: those that stayed in its old lane are fetched from there. */
async function fetchElders(head: Waiting, { writer, delays }: Delivering): Promise<Next> {
  const moved = await writer.write(trx => followConnection(ownOf(head, trx), head.connection_id))
  // What is on its way to the old chat can only be waited for.
  return moved > 0 ? GO_ON : { kind: 'try-again', wait: delays.elder }
}

/** The connection got another bot or chat while this one was on its way, or there was too much to move. */
export async function follow(head: Waiting, { writer, wake }: Delivering): Promise<Next> {
  await writer.write(trx => followConnection(ownOf(head, trx), head.connection_id))
  wake([head.connection_lane])
  return GO_ON
}

const ownOf = ({ user_id: userId }: Waiting, db: Transacting) => ({ db, userId })

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
