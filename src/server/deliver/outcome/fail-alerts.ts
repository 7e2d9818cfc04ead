import { clock } from '#server/base/clock.ts'
import type { Transacting } from '#server/store/engine/schema.ts'
import type { QueuedDelivery } from '#server/store/queue/deliveries.ts'
import { countQueued, failQueued } from '#server/store/queue/fail-queued.ts'
import { type FailureReason, failDeliveries } from '#server/store/queue/outcomes.ts'
import { readReported } from '#server/store/rows/alerts.ts'
import type { FailedAttempt } from '#server/store/rows/attempt-log.ts'
import { deliveryTexts } from '#shared/texts/deliveries.ts'
import { CONTINUE, type DeliveryContext, FAILED, type NextStep } from './delivery-context.ts'
import { type Reported, reportFailures } from './report-failures.ts'

type Failing = {
  /** Alert that the report names, if it is among the failing ones. */
  head: Reported
  /** Alerts of the attempt that just failed. */
  tried?: {
    attempt: FailedAttempt
    alerts: (trx: Transacting) => Promise<readonly QueuedDelivery[]>
  }
  /** `seq` of further alerts that fail in the same step. */
  others?: (trx: Transacting) => Promise<readonly number[]>
  /** Connections whose waiting alerts all fail in the same step. */
  connections?: (trx: Transacting) => Promise<readonly string[]>
}

/** Failure reason of a message that may have arrived too often to be sent again. */
export const IN_DOUBT: FailureReason = { code: 'in_doubt', reason: deliveryTexts.inDoubt }

const none = async () => []

/**
 * Fails alerts for one reason in one transaction, with one report. Alerts of an inactive connection are not reported:
 * the history shows them.
 */
export async function failAlerts(
  { head, tried, others = none, connections = none }: Failing,
  failureReason: FailureReason & { uncertain?: boolean },
  { writer, live, observer }: Pick<DeliveryContext, 'writer' | 'live' | 'observer'>,
): Promise<NextStep> {
  const isQuiet = failureReason.code === 'inactive'
  const failure = await writer.writeUntilDone(async trx => {
    const failed = [
      ...(await failTried(trx, tried, failureReason)),
      ...(await failDeliveries(trx, await others(trx), failureReason)),
    ]
    const own = { db: trx, userId: head.user_id }
    const ids = await connections(trx)
    const count = failed.length + (await countQueued(own, ids))
    const waited = await failQueued(own, ids, failureReason)
    const first = failed[0] ?? waited
    if (first === undefined) return null
    const reported = failed.includes(head.alert_id) ? head : await readReported(trx, first)
    if (!isQuiet) await reportFailures(trx, reported, failureReason, { count, now: clock.now() })
    return { reported, count }
  })
  if (!failure) return CONTINUE
  observer.failed(failure.count)
  const { reported, count } = failure
  if (!isQuiet)
    live.happened(head.user_id, {
      what: 'failed',
      alert: { id: reported.alert_id, name: reported.name },
      connectionId: reported.connection_id,
      count,
    })
  live.changed(head.user_id, 'alerts', 'connections')
  if (!isQuiet) live.changed(head.user_id, 'notifications', 'errorLogs')
  return FAILED
}

async function failTried(
  trx: Transacting,
  tried: Failing['tried'],
  failureReason: FailureReason & { uncertain?: boolean },
): Promise<string[]> {
  if (!tried) return []
  const seqs = (await tried.alerts(trx)).map(({ seq }) => seq)
  return failDeliveries(trx, seqs, { ...failureReason, attempt: tried.attempt })
}
