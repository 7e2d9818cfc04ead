import { clock } from '#server/base/clock.ts'
import {
  CONTINUE,
  type DeliveryContext,
  type NextStep,
  type PreparedMessage,
} from '#server/deliver/outcome/delivery-context.ts'
import { failAlerts, IN_DOUBT } from '#server/deliver/outcome/fail-alerts.ts'
import { moveToChat } from '#server/deliver/outcome/move-to-chat.ts'
import { settleFailure } from '#server/deliver/outcome/settle-failure.ts'
import type { Transacting } from '#server/store/engine/schema.ts'
import type { QueuedDelivery } from '#server/store/queue/deliveries.ts'
import { followConnection } from '#server/store/queue/move-deliveries.ts'
import type { FailureReason } from '#server/store/queue/outcomes.ts'
import { EXPIRES_AFTER_MS, MOST_SENDS_IN_DOUBT } from '#shared/limits.ts'
import { deliveryTexts } from '#shared/texts/deliveries.ts'
import { gatherMessage } from './gather-message.ts'
import { attemptOf, tellFailed } from './tell-attempt.ts'

/** First alerts of a lane, in order. */
export type Front = readonly [QueuedDelivery, ...QueuedDelivery[]]

/** Makes the lane's next message, or settles the first alert when it can't be sent. */
export async function prepareFront(
  front: Front,
  context: DeliveryContext,
): Promise<PreparedMessage | NextStep> {
  const [head] = front
  if (head.elder_elsewhere === 1) return fetchOlder(head, context)
  const settled = await failUnsendable(front, context)
  if (settled) return settled
  const gathered = gatherMessage(mayLeaveTogether(front, context), context, clock.now())
  if ('code' in gathered) {
    // During a change of the secret key, another process may know a key that this one does not know yet.
    if (!context.secretBox.hasKeyOf(head.telegram_bot_token))
      return { kind: 'retry', wait: context.delays.poll }
    return fail(front, [head], gathered, context)
  }
  if (head.chat_id === null) return findChat(gathered, context)
  return gathered
}

/**
 * Fails the first alert, and others for the same reason, if its connection is switched off, it has expired, or three
 * of its sends have no known answer, so that it may have arrived three times.
 * @returns null if the first alert is still to be sent
 */
export async function failUnsendable(
  front: Front,
  context: DeliveryContext,
): Promise<NextStep | null> {
  const [head] = front
  const inactive = front.filter(({ is_active }) => is_active === 0)
  if (inactive.includes(head))
    return fail(front, inactive, { code: 'inactive', reason: 'Conexión inactiva' }, context)
  const now = clock.now()
  const expired = front.filter(waiting => expiresIn(waiting, now) <= 0)
  if (expired.includes(head))
    return fail(front, expired, { code: 'expired', reason: deliveryTexts.expired }, context)
  const inDoubt = front.filter(({ doubts }) => doubts >= MOST_SENDS_IN_DOUBT)
  if (inDoubt.includes(head)) return fail(front, inDoubt, IN_DOUBT, context)
  return null
}

/** The whole front; only its head in simulated mode, where each alert is sent by itself. */
const mayLeaveTogether = (front: Front, { telegram }: DeliveryContext): Front =>
  telegram.simulated ? [front[0]] : front

/** Milliseconds until the alert expires. */
export const expiresIn = ({ resent_at, received_at }: QueuedDelivery, now: number): number =>
  (resent_at ?? received_at) + EXPIRES_AFTER_MS + 1 - now

const fail = (
  [head]: Front,
  alerts: readonly QueuedDelivery[],
  failureReason: FailureReason,
  context: DeliveryContext,
): Promise<NextStep> =>
  failAlerts({ head, others: async () => alerts.map(({ seq }) => seq) }, failureReason, context)

/** Moves older alerts of the connection from its old lane to this one, where they go first. */
async function fetchOlder(
  head: QueuedDelivery,
  { writer, delays }: DeliveryContext,
): Promise<NextStep> {
  const moved = await writer.write(trx =>
    followConnection(ownOf(head, trx), head.connection_id, head.seq),
  )
  // An alert that is being sent to the old chat can't be moved: the lane waits for it.
  return moved.length > 0 ? CONTINUE : { kind: 'retry', wait: delays.olderElsewhere }
}

/** Moves alerts that stayed when their connection changed bot or chat, because they were in flight or too many. */
export async function moveToNewLane(
  head: QueuedDelivery,
  { writer, wake }: DeliveryContext,
): Promise<NextStep> {
  await writer.write(trx => followConnection(ownOf(head, trx), head.connection_id))
  wake([head.connection_lane])
  return CONTINUE
}

const ownOf = ({ user_id: userId }: QueuedDelivery, db: Transacting) => ({ db, userId })

/** Looks up the numeric id of a chat typed as @name, before the first send. */
async function findChat(outgoing: PreparedMessage, context: DeliveryContext): Promise<NextStep> {
  const head = outgoing.group[0].waiting
  const begun = clock.monotonic()
  const answer = await context.telegram.getChat(outgoing.token, head.telegram_chat_id)
  const attempt = attemptOf('look-up', outgoing, begun)
  if (answer.ok) {
    context.observer.attempt({ ...attempt, outcome: 'found', next: 'again' })
    context.gate.outages.answered(head.bot_id, clock.monotonic())
    await moveToChat(head, { chatId: answer.result.id }, context)
    return CONTINUE
  }
  // A look-up sends no message, so delivery is not in doubt.
  const failure =
    answer.failure.kind === 'no-answer' ? { ...answer.failure, doubt: false } : answer.failure
  const settling = settleFailure({ outgoing, failure, begun }, context)
  return tellFailed(attempt, failure, settling, context.observer)
}
