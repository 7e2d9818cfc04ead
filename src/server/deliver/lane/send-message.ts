import { clock } from '#server/base/clock.ts'
import {
  CONTINUE,
  type DeliveryContext,
  type NextStep,
  type PreparedMessage,
} from '#server/deliver/outcome/delivery-context.ts'
import { LeaseEndedError } from '#server/deliver/outcome/delivery-writer.ts'
import { settleFailure } from '#server/deliver/outcome/settle-failure.ts'
import { undoBegin } from '#server/store/queue/begin-attempt.ts'
import { saveSentParts } from '#server/store/queue/outcomes.ts'
import { sendOptionsOf } from '#server/store/rows/connection-fields.ts'
import { attemptOf, tellFailed } from './tell-attempt.ts'

/**
 * One attempt to deliver a message or the next part of it; its outcome is written before it returns.
 * @param onLeave called when the request leaves
 */
export const sendMessage = async (
  outgoing: PreparedMessage,
  context: DeliveryContext,
  onLeave: () => void,
): Promise<NextStep> =>
  (await context.writer.begin(outgoing.group)) ? sendBegun(outgoing, context, onLeave) : CONTINUE

/**
 * Sends an attempt that is already on disk.
 * @param mayLinger called after delivery: true if the outcome may be written together with later writes
 */
export async function sendBegun(
  outgoing: PreparedMessage,
  context: DeliveryContext,
  onLeave: () => void,
  mayLinger = () => false,
): Promise<NextStep> {
  const { group, token, piece, end, sent } = outgoing
  const { telegram, writer, lease, gate, firstRefusals, live, observer } = context
  const head = group[0].waiting
  if (!lease.allowsSend()) {
    // Otherwise the bot's next process would take it for a message that may have arrived.
    await writer.write(trx => undoBegin(trx, group))
    throw new LeaseEndedError('the lease was too short once the attempt was written')
  }
  onLeave()
  const options = sendOptionsOf(head)
  const begun = clock.monotonic()
  gate.recordSent(head.lane, begun)
  const answer = await telegram.sendMessage(token, {
    chatId: head.chat_id ?? head.telegram_chat_id,
    ...piece,
    ...options,
    linkPreview: options.linkPreview && head.takes_preview === 1,
    isContinuation: sent.ids.length > 0,
  })
  const attempt = attemptOf('send', outgoing, begun)
  if (!answer.ok) {
    const { failure } = answer
    return tellFailed(
      attempt,
      failure,
      settleFailure({ outgoing, failure, begun }, context),
      observer,
    )
  }
  observer.attempt(
    end === null
      ? { ...attempt, outcome: 'delivered', next: 'done' }
      : { ...attempt, outcome: 'part', next: 'next-part' },
  )
  gate.outages.answered(head.bot_id, clock.monotonic())
  firstRefusals.arrived(head)
  const messageIds = [...sent.ids, answer.result.messageId]
  if (end !== null) {
    const parts = { ids: messageIds, ends: [...sent.ends, end] }
    await writer.writeUntilDone(trx => saveSentParts(trx, head.seq, parts))
    return CONTINUE
  }
  const at = clock.now()
  const isReported = await writer.complete({ group, messageIds, at }, { lingers: mayLinger() })
  for (const happened of deliveredOf(group, at)) live.happened(head.user_id, happened)
  live.changed(head.user_id, 'alerts', 'connections')
  if (isReported) live.changed(head.user_id, 'errorLogs')
  return { kind: 'delivered' }
}

/** Live events of a delivered message, one for each connection with alerts in it. */
const deliveredOf = (group: PreparedMessage['group'], at: number) =>
  [...Map.groupBy(group, ({ waiting }) => waiting.connection_id).values()].map(alerts => {
    const { waiting } = alerts[0] as (typeof alerts)[number]
    return {
      what: 'delivered' as const,
      alert: { id: waiting.alert_id, name: waiting.name },
      connectionId: waiting.connection_id,
      count: alerts.length,
      ms: at - (waiting.resent_at ?? waiting.received_at),
    }
  })
