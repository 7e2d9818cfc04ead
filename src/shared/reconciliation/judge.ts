import { SAME_FIRING_MS } from '../limits.ts'
import { inOrderOfContent } from './match.ts'
import type { ComparedAlert, LogRow } from './pack.ts'
import { type Event, pairEvents } from './pair.ts'
import type { Doubt, Verdict } from './verdicts.ts'

/** Context of the judgement. Instants are milliseconds UTC. */
export type Known = {
  asOf: number
  /** Alerts received earlier are no longer stored. */
  keptSince: number
  /** Alerts that were deleted one by one. */
  deleted: readonly DeletedAlert[]
  /** Names that alerts of the account have had, as `nameKey`. */
  names: ReadonlySet<number>
}

export type DeletedAlert = { at: number; exact: number; repaired: number; named: number }

export type Judgement = { verdict: Verdict; doubt: Doubt | null }

/**
 * Verdict on each row.
 * @param alertOf the alert matched with each row, or null
 */
export function judgeRows(
  rows: readonly LogRow[],
  alertOf: readonly (Pick<ComparedAlert, 'status'> | null)[],
  known: Known,
): Judgement[] {
  const own = new Set<number>()
  rows.forEach(({ series }, row) => {
    if (alertOf[row]) own.add(series)
  })
  const deleted = deletedRows(rows, alertOf, known.deleted)
  return rows.map((row, at) => {
    const alert = alertOf[at]
    if (alert) return { verdict: arrived(row, alert), doubt: null }
    const doubt = deleted.has(at) ? 'deleted' : doubtOf(row, own, known)
    return { verdict: doubt === null ? 'lost' : 'unknown', doubt }
  })
}

function arrived({ claim }: LogRow, { status }: Pick<ComparedAlert, 'status'>): Verdict {
  if (status !== 'success') return 'undelivered'
  return claim === 'failed' ? 'failed-but-here' : 'delivered'
}

function doubtOf(row: LogRow, own: ReadonlySet<number>, known: Known): Doubt | null {
  if (row.at === null) return 'no-time'
  if (row.at < known.keptSince) return 'not-kept'
  if (row.at > known.asOf - SAME_FIRING_MS) return 'too-recent'
  if (row.claim === 'none') return 'no-webhook'
  return own.has(row.series) || known.names.has(row.name) ? null : 'not-ours'
}

/** Unmatched rows that pair with a deleted alert, by the same keys as stored alerts. */
function deletedRows(
  rows: readonly LogRow[],
  alertOf: readonly unknown[],
  deleted: readonly DeletedAlert[],
): ReadonlySet<number> {
  const found = new Set<number>()
  const used = new Set<number>()
  if (deleted.length === 0) return found
  const order = inOrderOfContent(rows)
  for (const kind of ['exact', 'repaired', 'named'] as const) {
    const open = order.flatMap(place => {
      const row = rows[place]
      return row && row.at !== null && !alertOf[place] && !found.has(place) ? { ...row, place } : []
    })
    const left = deleted.flatMap((one, place) => (used.has(place) ? [] : { ...one, place }))
    const event = (one: LogRow | DeletedAlert): Event => ({ at: one.at ?? 0, key: one[kind] })
    pairEvents(open.map(event), left.map(event)).forEach((pair, at) => {
      const row = open[at]
      const alert = left[pair]
      if (!row || !alert) return
      found.add(row.place)
      used.add(alert.place)
    })
  }
  return found
}
