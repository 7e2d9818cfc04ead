import { clock } from '#server/base/clock.ts'
import { probeBot } from '#server/deliver/limits/outages.ts'
import type { QueuedDelivery } from '#server/store/queue/deliveries.ts'
import {
  type Postponed,
  postponeDeliveries,
  uncountAttempts,
} from '#server/store/queue/repeat-deliveries.ts'
import type { FailedAttempt } from '#server/store/rows/attempt-log.ts'
import { MOST_SENDS_IN_DOUBT } from '#shared/limits.ts'
import type { DeliveryContext, NextStep } from './delivery-context.ts'
import { failAlerts, IN_DOUBT } from './fail-alerts.ts'

/**
 * Handles a send without an answer: retries it with backoff, or at once if only an idle HTTP connection had ended;
 * fails it after the last attempt, and keeps it during an outage. However long an outage lasts, a message is not sent
 * again after three sends that may have arrived.
 */
export async function retryOrFail(
  {
    head,
    group,
    token,
    begun,
    failure: { doubt, isStale = false },
  }: {
    head: QueuedDelivery
    group: readonly QueuedDelivery[]
    token: string
    begun: number
    failure: { doubt: boolean; isStale?: boolean }
  },
  attempt: FailedAttempt,
  context: DeliveryContext,
): Promise<NextStep> {
  const { writer, gate, live, delays } = context
  const seqs = group.map(({ seq }) => seq)
  // Alerts that may have arrived together are retried together and fail together.
  const isBound = doubt || head.group_seq !== null
  const fewest = Math.min(...group.map(({ attempts }) => attempts))
  const backoff = (waiting: QueuedDelivery) =>
    delays.backoff((isBound ? fewest : waiting.attempts) + 1)
  const doubts = Math.max(...group.map(waiting => waiting.doubts)) + (doubt ? 1 : 0)
  const isInDoubt = doubts >= MOST_SENDS_IN_DOUBT
  if (group.some(waiting => backoff(waiting) === null))
    await probeBeforeFailing({ botId: head.bot_id, token }, context)
  const unanswered = { botId: head.bot_id, seqs, begun }
  const { counts, takenBack } = gate.outages.unanswered(unanswered, clock.monotonic())
  const waitOf = (waiting: QueuedDelivery) => {
    if (isInDoubt) return null
    // Only once: other idle HTTP connections of the same age may have ended too.
    if (isStale && waiting.attempts === 0) return 0
    if (counts) return backoff(waiting)
    // Wait longer after each send without an answer: else an outage of two seconds could use up all sends in doubt.
    return doubt ? delays.backoff(doubts) : 0
  }
  const outcomes = group.map(waiting => ({
    waiting,
    counted: counts ? (1 as const) : (0 as const),
    wait: waitOf(waiting),
  }))
  const again = outcomes.filter((one): one is Postponed => one.wait !== null)
  const spent = outcomes.filter(one => one.wait === null).map(({ waiting }) => waiting)
  await writer.writeUntilDone(async trx => {
    const when = { now: clock.now(), uncertain: doubt }
    await postponeDeliveries(trx, again, when, attempt)
    if (takenBack.length > 0) await uncountAttempts(trx, takenBack)
  })
  const [retried] = again
  if (retried)
    live.happened(head.user_id, {
      what: 'retrying',
      alert: { id: retried.waiting.alert_id, name: retried.waiting.name },
      connectionId: retried.waiting.connection_id,
      count: again.length,
      ...(counts && { attempt: retried.waiting.attempts + 1 }),
    })
  live.changed(head.user_id, 'alerts')
  const [first] = spent
  const failed =
    first &&
    (await failAlerts(
      { head: first, tried: { attempt, alerts: async () => spent } },
      { ...(counts && backoff(first) === null ? attempt : IN_DOUBT), uncertain: doubt },
      context,
    ))
  if (failed && again.length === 0) return failed
  return { kind: 'retry', wait: retried?.wait ?? 0, isOutage: !counts }
}

/** Probes the bot before an alert fails: a second unanswered request shows an outage, not a fault of the alert. */
async function probeBeforeFailing(
  bot: { botId: string; token: string },
  { telegram, gate: { outages } }: DeliveryContext,
): Promise<void> {
  if (!outages.canBegin(bot.botId)) return
  const begun = clock.monotonic()
  if (await probeBot(bot, telegram, outages)) return
  outages.unanswered({ botId: bot.botId, seqs: [], begun }, clock.monotonic())
}
