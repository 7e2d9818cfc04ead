/** Groups notifications, and entries of the error log, of one cause as long as the cause lasts. */
import type { Owner } from '#server/store/engine/owner.ts'
import { connectionsNamed } from '#server/store/rows/connections.ts'
import { DAY_MS } from '#shared/limits.ts'
import { causeOf, isKnownFailure } from './failure-causes.ts'

/** Milliseconds without a report that end a cause; more than a weekend, when no alerts arrive. */
const LULL_MS = 3 * DAY_MS

/** Stored report; `failed`: it reports alerts that were not delivered. */
type Report = { id: string; timestamp: number; count: number; repeat_key: string; failed: boolean }

export type ReportGroup<Row> = {
  newest: Row
  ids: string[]
  count: number
  /** Instant of the oldest report, milliseconds UTC. */
  since: number
  /** Cause and connection names of undelivered alerts; null for other reports, or if the connection is gone. */
  failure: { cause: string; names: Set<string> } | null
}

/** @param rows newest first */
export async function groupReports<Row extends Report>(
  owner: Owner,
  rows: readonly Row[],
): Promise<ReportGroup<Row>[]> {
  const failures = await failuresOf(owner, rows)
  const groups: ReportGroup<Row>[] = []
  const open = new Map<string, ReportGroup<Row>>()
  for (const row of rows) {
    const { id, timestamp: since, count, repeat_key } = row
    const failure = failures.get(repeat_key)
    const group = row.failed ? open.get(failure?.cause ?? repeat_key) : undefined
    if (group && group.since - since <= LULL_MS) {
      group.ids.push(id)
      group.count += count
      group.since = since
      if (failure) group.failure?.names.add(failure.name)
      continue
    }
    const begun: ReportGroup<Row> = {
      newest: row,
      ids: [id],
      count,
      since,
      failure:
        row.failed && failure ? { cause: failure.cause, names: new Set([failure.name]) } : null,
    }
    groups.push(begun)
    if (row.failed) open.set(failure?.cause ?? repeat_key, begun)
  }
  return groups
}

/** Cause and connection name by repeat key, which holds a code and a connection. */
async function failuresOf(owner: Owner, rows: readonly Report[]) {
  const keys = new Set(rows.filter(({ failed }) => failed).map(({ repeat_key }) => repeat_key))
  const parts = [...keys].map(key => ({ key, ...failureOfKey(key) }))
  const connections = await connectionsNamed(owner, [
    ...new Set(parts.map(({ connectionId }) => connectionId)),
  ])
  const byId = new Map(connections.map(connection => [connection.id, connection]))
  return new Map(
    parts.flatMap(({ key, code, connectionId }) => {
      const connection = byId.get(connectionId)
      const cause = connection && causeOf(code, connection)
      return cause ? [[key, { cause: cause.id, name: connection.name }] as const] : []
    }),
  )
}

function failureOfKey(key: string): { code: string; connectionId: string } {
  const colon = key.indexOf(':')
  return { code: key.slice(0, colon), connectionId: key.slice(colon + 1) }
}

/** True if reports with this repeat key may be about alerts that were not delivered. */
export const isOfFailure = (key: string): boolean => isKnownFailure(failureOfKey(key).code)
