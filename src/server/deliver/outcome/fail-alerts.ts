import type { Transacting } from '#server/store/engine/schema.ts'
import type { QueuedDelivery } from '#server/store/queue/deliveries.ts'
import { countQueued, failQueued } from '#server/store/queue/fail-queued.ts'
import { failDeliveries, type Trouble } from '#server/store/queue/outcomes.ts'
import { readReported } from '#server/store/rows/alerts.ts'
import { CONTINUE, type DeliveryContext, FAILED, type NextStep } from './delivery-context.ts'
import { type Reported, reportFailures } from './report-failures.ts'

type Failing = {
  /** The alert that the report names, if it is among those that fail. */
  head: Reported
  /** The alerts that were just sent. */
  tried?: (trx: Transacting) => Promise<readonly QueuedDelivery[]>
  /** The `seq` of others that fail with them. */
  others?: (trx: Transacting) => Promise<readonly number[]>
  /** All alerts that wait for these connections fail with them. */
  connections?: (trx: Transacting) => Promise<readonly string[]>
}

const none = async () => []

/**
 * Fails alerts for one reason in one transaction, with one report. Alerts to an inactive connection
 * are not reported: the history shows them.
 */
export async function failAlerts(
  { head, tried = none, others = none, connections = none }: Failing,
  trouble: Trouble & { uncertain?: boolean },
  { writer, live, observer }: Pick<DeliveryContext, 'writer' | 'live' | 'observer'>,
): Promise<NextStep> {
  const isQuiet = trouble.code === 'inactive'
  const failure = await writer.writeUntilDone(async trx => {
    const seqs = (await tried(trx)).map(({ seq }) => seq)
    const failed = [
      ...(await failDeliveries(trx, seqs, { ...trouble, wasTried: true })),
      ...(await failDeliveries(trx, await others(trx), trouble)),
    ]
    const own = { db: trx, userId: head.user_id }
    const ids = await connections(trx)
    const count = failed.length + (await countQueued(own, ids))
    const waited = await failQueued(own, ids, trouble)
    const first = failed[0] ?? waited
    if (first === undefined) return null
    const reported = failed.includes(head.alert_id) ? head : await readReported(trx, first)
    if (!isQuiet) await reportFailures(trx, reported, trouble, { count, now: Date.now() })
    return { name: reported.name, count }
  })
  if (!failure) return CONTINUE
  observer.failed(failure.count)
  live.changed(head.user_id, 'alerts', 'connections')
  if (isQuiet) return FAILED
  live.changed(head.user_id, 'notifications', 'errorLogs')
  live.toast(head.user_id, 'failed', failure.name, failure.count)
  return FAILED
}
