import { type Delivering, GO_ON, type Next } from '#server/deliver/delivering.ts'
import type { Transacting } from '#server/store/engine/schema.ts'
import type { Waiting } from '#server/store/queue/deliveries.ts'
import { failDeliveries, type Trouble } from '#server/store/queue/outcomes.ts'
import { readReported } from '#server/store/rows/alerts.ts'
import { countWaiting, failWaiting } from '#server/store/rows/tombstones.ts'
import { type Reported, reportFailures } from './report-failures.ts'

type Ending = {
  /** Stands for all of them in what is reported, if it is one of them. */
  head: Reported
  /** Those that were just sent. */
  tried?: (trx: Transacting) => Promise<readonly Waiting[]>
  /** Those that end with them, as `seq`. */
  others?: (trx: Transacting) => Promise<readonly number[]>
  /** Whose waiting alerts end with them, however many. */
  connections?: (trx: Transacting) => Promise<readonly string[]>
}

const none = async () => []

/**
 * Ends alerts that fail for one reason in one step, told once. Those that came to an inactive
 * connection are told nowhere but in the history.
 */
export async function failAlerts(
  { head, tried = none, others = none, connections = none }: Ending,
  trouble: Trouble & { uncertain?: boolean },
  { writer, live }: Pick<Delivering, 'writer' | 'live'>,
): Promise<Next> {
  const isQuiet = trouble.code === 'inactive'
  const ended = await writer.writeAtLast(async trx => {
    const seqs = (await tried(trx)).map(({ seq }) => seq)
    const failed = [
      ...(await failDeliveries(trx, seqs, { ...trouble, wasTried: true })),
      ...(await failDeliveries(trx, await others(trx), trouble)),
    ]
    const own = { db: trx, userId: head.user_id }
    const ids = await connections(trx)
    const count = failed.length + (await countWaiting(own, ids))
    const waited = await failWaiting(own, ids, trouble)
    const first = failed[0] ?? waited
    if (first === undefined) return null
    const reported = failed.includes(head.alert_id) ? head : await readReported(trx, first)
    if (!isQuiet) await reportFailures(trx, reported, trouble, { count, now: Date.now() })
    return { name: reported.name, count }
  })
  if (!ended) return GO_ON
  live.changed(head.user_id, 'alerts', 'connections')
  if (isQuiet) return GO_ON
  live.changed(head.user_id, 'notifications', 'errorLogs')
  live.toast(head.user_id, 'failed', ended.name, ended.count)
  return GO_ON
}
