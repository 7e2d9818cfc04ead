import type { Delivering, Next } from '#server/deliver/delivering.ts'
import { askTelegram } from '#server/deliver/limits/ask-telegram.ts'
import type { Waiting } from '#server/store/queue/deliveries.ts'
import {
  type Postponed,
  postponeDeliveries,
  type Trouble,
  takeBackAttempts,
} from '#server/store/queue/outcomes.ts'
import { failAlerts } from './fail-alerts.ts'

/** Nobody answered: this lane tries again, unless its bot is not answered at all. */
export async function tryAgainOrFail(
  {
    head,
    group,
    token,
    begun,
    doubt,
  }: { head: Waiting; group: readonly Waiting[]; token: string; begun: number; doubt: boolean },
  trouble: Trouble,
  delivering: Delivering,
): Promise<Next> {
  const { writer, traffic, live, delays } = delivering
  const seqs = group.map(({ seq }) => seq)
  // What may have arrived together stands or falls together.
  const isBound = doubt || head.group_seq !== null
  const fewest = Math.min(...group.map(({ attempts }) => attempts))
  const retry = (waiting: Waiting) => delays.retry((isBound ? fewest : waiting.attempts) + 1)
  if (group.some(waiting => retry(waiting) === null)) await askOnce(head.bot_id, token, delivering)
  const unanswered = { botId: head.bot_id, seqs, begun }
  const { counts, takenBack } = traffic.outage.unanswered(unanswered, performance.now())
  const outcomes = group.map(waiting => ({
    waiting,
    counted: counts ? (1 as const) : (0 as const),
    wait: counts ? retry(waiting) : 0,
  }))
  const again = outcomes.filter((one): one is Postponed => one.wait !== null)
  const spent = outcomes.filter(one => one.wait === null).map(({ waiting }) => waiting)
  await writer.writeAtLast(async trx => {
    const when = { now: Date.now(), uncertain: doubt }
    await postponeDeliveries(trx, again, when, trouble)
    if (takenBack.length > 0) await takeBackAttempts(trx, takenBack)
  })
  live.changed(head.user_id, 'alerts')
  if (again.length > 0) live.toast(head.user_id, 'retrying', head.name, again.length)
  const [first] = spent
  if (first)
    await failAlerts(
      { head: first, tried: async () => spent },
      { ...trouble, uncertain: doubt },
      delivering,
    )
  return { kind: 'try-again', wait: again[0]?.wait ?? 0 }
}

/** Before an alert fails for want of an answer: whether its bot gets one. */
async function askOnce(botId: string, token: string, delivering: Delivering): Promise<void> {
  const { outage } = delivering.traffic
  if (!outage.mayBegin(botId)) return
  const begun = performance.now()
  if (await askTelegram(botId, token, delivering)) return
  outage.unanswered({ botId, seqs: [], begun }, performance.now())
}
