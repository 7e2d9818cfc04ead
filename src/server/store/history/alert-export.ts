import type { Owner } from '#server/store/engine/owner.ts'
import type { AlertRow } from '#server/store/rows/alerts.ts'
import { alertsFound, type Criteria } from './alert-criteria.ts'
import { orderOf } from './alert-rows.ts'
import { locateAlerts, type TimeRange } from './counted-ranges.ts'

/** Alerts per statement; each may be as large as a webhook accepts. */
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
  'alerts.attempt_log',
  'alerts.message_text',
  'alerts.payload',
] as const

export type WalkedAlert = Pick<AlertRow, WalkedColumn>

type WalkedColumn = (typeof walked)[number] extends `alerts.${infer Column}` ? Column : never

/** All matching alerts, newest first, each once; alerts deleted meanwhile are left out. */
export async function* walkAlerts(owner: Owner, criteria: Criteria): AsyncGenerator<WalkedAlert> {
  const { search: _search, gaps: _gaps, ...countable } = criteria
  let { to } = criteria
  for (;;) {
    const window = { newestFirst: true, offset: 0, limit: PART }
    const { ranges } = await locateAlerts(owner, { ...countable, to }, window)
    if (ranges.length === 0) return
    for (const range of ranges) {
      yield* walkRange(owner, { ...criteria, ...range })
      to = range.from
    }
  }
}

/** Reads in parts, each of which starts where the previous one ended. */
async function* walkRange(
  owner: Owner,
  criteria: Criteria & TimeRange,
): AsyncGenerator<WalkedAlert> {
  let { to } = criteria
  /** Last alert read; its millisecond may hold more alerts. */
  let last: WalkedAlert | undefined
  for (;;) {
    const rows = await readPart(owner, { ...criteria, to }, last)
    yield* rows
    last = rows.at(-1)
    if (!last || rows.length < PART) return
    to = last.received_at + 1
  }
}

function readPart(
  owner: Owner,
  criteria: Criteria,
  after: WalkedAlert | undefined,
): Promise<WalkedAlert[]> {
  let rest = alertsFound(owner, criteria)
  if (after)
    rest = rest.where(eb =>
      eb.or([
        eb('alerts.received_at', '<', after.received_at),
        eb.and([eb('alerts.received_at', '=', after.received_at), eb('alerts.id', '<', after.id)]),
      ]),
    )
  return rest.select(walked).orderBy(orderOf('timestamp-desc')).limit(PART).execute()
}
