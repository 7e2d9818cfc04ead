import type { Logger } from 'pino'
import { type Delivering, GO_ON, type Next } from '#server/deliver/delivering.ts'
import { reportMisfits } from '#server/deliver/outcome/report-misfits.ts'
import { settleFailure } from '#server/deliver/outcome/settle-failure.ts'
import { beginAttempt, takeBackBegin } from '#server/store/queue/begin-attempt.ts'
import { completeDeliveries, keepSentParts } from '#server/store/queue/outcomes.ts'
import { sendOptionsOf } from '#server/store/rows/connection-fields.ts'
import type { Failure } from '#server/telegram/failures.ts'
import { shortId } from '#shared/format.ts'
import { LeaseEndedError } from './delivery-writer.ts'
import type { Outgoing } from './gather-message.ts'

/** One attempt to deliver a message, or the next part of it, written down to its end. */
export async function sendMessage(outgoing: Outgoing, delivering: Delivering): Promise<Next> {
  const { group, token, piece, end, sent } = outgoing
  const { telegram, writer, lease, traffic, live, log } = delivering
  const head = group[0].waiting
  if (!(await writer.write(trx => beginAttempt(trx, group, Date.now())))) return GO_ON
  if (!lease.mayBegin()) {
    // Whoever works for the bot next need not think that it may have arrived.
    await writer.write(trx => takeBackBegin(trx, group))
    throw new LeaseEndedError('it took too long to write that it begins')
  }
  const options = sendOptionsOf(head)
  const begun = performance.now()
  traffic.count(head.lane, begun)
  const answer = await telegram.sendMessage(token, {
    chatId: head.chat_id ?? head.telegram_chat_id,
    ...piece,
    ...options,
    linkPreview: options.linkPreview && head.takes_preview === 1,
    isContinuation: sent.ids.length > 0,
  })
  logAttempt(outgoing, begun, answer.ok ? null : answer.failure, log)
  if (!answer.ok) return settleFailure({ outgoing, failure: answer.failure, begun }, delivering)
  traffic.outage.answered(head.bot_id, performance.now())
  const messageIds = [...sent.ids, answer.result.messageId]
  if (end !== null) {
    const parts = { ids: messageIds, ends: [...sent.ends, end] }
    await writer.writeAtLast(trx => keepSentParts(trx, head.seq, parts))
    return GO_ON
  }
  const alerts = group.map(({ waiting }) => waiting)
  const misfits = await writer.writeAnyway(async trx => {
    const now = Date.now()
    const delivered = await completeDeliveries(trx, alerts, messageIds, now)
    return reportMisfits(trx, group, delivered, now)
  })
  live.changed(head.user_id, 'alerts', 'connections')
  if (misfits > 0) live.changed(head.user_id, 'errorLogs')
  return GO_ON
}

function logAttempt(
  { group }: Outgoing,
  begun: number,
  failure: Failure | null,
  log: Logger,
): void {
  const head = group[0].waiting
  log.info(
    {
      alertId: head.alert_id,
      connection: shortId(head.connection_id),
      alerts: group.length,
      attempt: head.attempts + 1,
      outcome: failure?.code ?? 'success',
      ...(failure ? { description: failure.description } : {}),
      ms: Math.round(performance.now() - begun),
    },
    'attempt',
  )
}
