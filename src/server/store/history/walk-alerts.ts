import type { Owner } from '#server/store/engine/owner.ts'
import type { AlertRow } from '#server/store/rows/alerts.ts'
import { alertsWithin, type Criteria, orderOf } from './find-alerts.ts'
import { locateAlerts, type TimeRange } from './locate-alerts.ts'

/** Read at a time: each may be as large as a webhook takes them. */
const PART = 100

const walked = [
  'alerts.id',
  'alerts.name',
  'alerts.connection_id',
  'alerts.address_id',
  'alerts.connection_name',
  'alerts.received_at',
  'alerts.received_from',
  'alerts.status',
  'alerts.attempts',
  'alerts.error_reason',
  'alerts.delivered_at',
  'alerts.message_text',
  'alerts.payload',
] as const

export type WalkedAlert = Pick<AlertRow, WalkedColumn>

type WalkedColumn = (typeof walked)[number] extends `alerts.${infer Column}` ? Column : never

/** All that are found, the newest first. What is deleted meanwhile is left out, and nothing comes twice. */
export async function* walkAlerts(owner: Owner, criteria: Criteria): AsyncGenerator<WalkedAlert> {
  const { search: _, ...countable } = criteria
  let { to } = criteria
  /** The last one, where its millisecond may have others. */
  let last: WalkedAlert | undefined
  for (;;) {
    const window = { newestFirst: true, offset: 0, limit: PART }
    const { ranges } = await locateAlerts(owner, { ...countable, to }, window)
    const [end] = ranges.slice(-1)
    if (!end) return
    const rows = await readPart(owner, { ...criteria, to }, ranges, last)
    yield* rows
    last = rows.length < PART ? undefined : rows.at(-1)
    to = last ? last.received_at + 1 : end.from
  }
}

function readPart(
  owner: Owner,
  criteria: Criteria,
  ranges: readonly TimeRange[],
  after: WalkedAlert | undefined,
): Promise<WalkedAlert[]> {
  let rest = alertsWithin(owner, criteria, ranges)
  if (after)
    rest = rest.where(eb =>
      eb.or([
        eb('alerts.received_at', '<', after.received_at),
        eb.and([eb('alerts.received_at', '=', after.received_at), eb('alerts.id', '<', after.id)]),
      ]),
    )
  return rest.select(walked).orderBy(orderOf('timestamp-desc')).limit(PART).execute()
}
