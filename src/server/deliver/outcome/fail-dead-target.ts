import { clock } from '#server/base/clock.ts'
import type { SecretBox } from '#server/base/secrets.ts'
import type { OwnerTransacting } from '#server/store/engine/owner.ts'
import type { Transacting } from '#server/store/engine/schema.ts'
import { postponeDeliveries } from '#server/store/queue/repeat-deliveries.ts'
import type { FailedAttempt } from '#server/store/rows/attempt-log.ts'
import { connectionsOfBot, connectionsOfLane } from '#server/store/rows/connections.ts'
import type { FailureKind } from '#server/telegram/failures.ts'
import type { DeliveryContext, NextStep, PreparedMessage } from './delivery-context.ts'
import { failAlerts } from './fail-alerts.ts'

type Dead = Pick<PreparedMessage, 'group' | 'token'> & {
  kind: Extract<FailureKind, 'dead-chat' | 'dead-topic' | 'dead-token'>
}

/**
 * Handles a permanent refusal of a chat, topic or token: all waiting alerts of the connections that use it fail in one
 * step. Alerts of the refused message whose connection was changed meanwhile are sent again to its new target.
 */
export function failDeadTarget(
  { group, token, kind }: Dead,
  attempt: FailedAttempt,
  context: DeliveryContext,
): Promise<NextStep> {
  const sent = group.map(({ waiting }) => waiting)
  const head = group[0].waiting
  const holders: Record<Dead['kind'], (own: OwnerTransacting) => Promise<string[]>> = {
    'dead-chat': own => connectionsOfLane(own, head.lane),
    'dead-topic': own => connectionsOfLane(own, head.lane, head.topic_id),
    'dead-token': own => connectionsWithToken(own, head.bot_id, token, context.secretBox),
  }
  const connections = (trx: Transacting) => holders[kind]({ db: trx, userId: head.user_id })
  const alerts = async (trx: Transacting) => {
    const dead = new Set(await connections(trx))
    const renewed = sent.filter(({ connection_id }) => !dead.has(connection_id))
    const again = renewed.map(waiting => ({ waiting, counted: 0 as const, wait: 0 }))
    await postponeDeliveries(trx, again, { now: clock.now(), uncertain: false }, attempt)
    return sent.filter(({ connection_id }) => dead.has(connection_id))
  }
  return failAlerts({ head, tried: { attempt, alerts }, connections }, attempt, context)
}

async function connectionsWithToken(
  own: OwnerTransacting,
  botId: string,
  token: string,
  secretBox: SecretBox,
): Promise<string[]> {
  const connections = await connectionsOfBot(own, botId)
  return connections
    .filter(connection => secretBox.tryDecrypt(connection.telegram_bot_token) === token)
    .map(connection => connection.id)
}
