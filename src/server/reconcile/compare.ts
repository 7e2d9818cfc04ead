import type { Owner } from '#server/store/engine/owner.ts'
import { ageLimit } from '#server/store/history/history.ts'
import {
  arrivedWithin,
  connectionNames,
  deletedWithin,
  knownNames,
  readHistoryFloor,
  readOutcomes,
  type Span,
} from '#server/store/reconcile/compared-alerts.ts'
import { retentionDays } from '#server/store/rows/profiles.ts'
import { LISTED_UNLISTED, SAME_FIRING_MS } from '#shared/limits.ts'
import { exactKey, type LateKeys, lateKeys, nameKey } from '#shared/reconciliation/body-keys.ts'
import { judgeRows } from '#shared/reconciliation/judge.ts'
import { type Arrival, countEqual, matchRows } from '#shared/reconciliation/match.ts'
import type { ComparedAlert, Comparison, LogRow } from '#shared/reconciliation/pack.ts'

/** Compares a log with the account's history. @param asOf milliseconds UTC */
export async function compare(
  owner: Owner,
  rows: readonly LogRow[],
  asOf: number,
): Promise<Comparison> {
  const span = spanOf(rows)
  const reach = { from: span.from - SAME_FIRING_MS, to: span.to + SAME_FIRING_MS + 1_000 }
  const { arrivals, names } = await readArrivals(owner, reach)
  const found = await matchRows(rows, arrivals, places =>
    readLateKeys(
      owner,
      places.flatMap(place => arrivals[place] ?? []),
    ),
  )
  const { unlisted, unlistedTotal } = unlistedOf(arrivals, found, span)
  const alerts = await readCompared(owner, [
    ...[...found].flatMap(place => arrivals[place] ?? []),
    ...unlisted,
  ])
  const alertOf = Array.from(found, place => alerts.get(arrivals[place]?.id ?? '') ?? null)
  const keptSince = await keptSinceOf(owner)
  for (const name of await knownNames(owner)) names.add(name)
  const judged = judgeRows(rows, alertOf, {
    asOf,
    keptSince,
    deleted: await deletedWithin(owner, reach),
    names: new Set(Array.from(names, nameKey)),
  })
  const equal = countEqual(rows)
  return {
    asOf,
    keptSince,
    rows: judged.map((judgement, row) => ({
      ...judgement,
      alert: alertOf[row] ?? null,
      alsoEqual: equal[row] ?? 0,
    })),
    unlisted: unlisted.flatMap(({ id }) => alerts.get(id) ?? []),
    unlistedTotal,
    connections: await connectionNames(owner),
  }
}

/** Span from the earliest row to the end of the latest row's second; empty if no row has a time. */
function spanOf(rows: readonly LogRow[]): Span {
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  for (const { at } of rows) {
    if (at === null) continue
    from = Math.min(from, at)
    to = Math.max(to, at)
  }
  return to < from ? { from: 0, to: -1 } : { from, to: to + 999 }
}

type IdentifiedArrival = Arrival & { id: string }

/** @returns arrivals within the span, and the names of their alerts */
async function readArrivals(owner: Owner, span: Span) {
  const arrivals: IdentifiedArrival[] = []
  const names = new Set<string>()
  for await (const page of arrivedWithin(owner, span))
    for (const alert of page) {
      arrivals.push({ id: alert.id, at: alert.received_at, exact: exactKey(alert) })
      names.add(alert.name)
    }
  return { arrivals, names }
}

/**
 * Late keys of the arrivals, in the given order (earliest first). Reads the alerts again by time, the order in which
 * they are stored.
 */
async function readLateKeys(
  owner: Owner,
  arrivals: readonly IdentifiedArrival[],
): Promise<LateKeys[]> {
  const keys = new Map<string, LateKeys>(arrivals.map(({ id }) => [id, NO_KEYS]))
  for (const span of spansOf(arrivals))
    for await (const page of arrivedWithin(owner, span))
      for (const alert of page)
        if (keys.has(alert.id)) keys.set(alert.id, lateKeys(alert, alert.name))
  return arrivals.map(({ id }) => keys.get(id) ?? NO_KEYS)
}

const NO_KEYS: LateKeys = { repaired: 0, named: 0 }

/** Spans that cover the arrivals, without the long gaps between them. */
function spansOf(arrivals: readonly Arrival[]): Span[] {
  const spans: Span[] = []
  for (const { at } of arrivals) {
    const last = spans.at(-1)
    if (last && at - last.to <= SAME_FIRING_MS) last.to = at
    else spans.push({ from: at, to: at })
  }
  return spans
}

/** Compared alerts by id, without alerts deleted meanwhile. */
async function readCompared(owner: Owner, arrivals: readonly IdentifiedArrival[]) {
  const rows = await readOutcomes(
    owner,
    arrivals.map(({ id }) => id),
  )
  const outcomes = new Map(rows.map(row => [row.id, row]))
  const alerts = new Map<string, ComparedAlert>()
  for (const { id, at } of arrivals) {
    const outcome = outcomes.get(id)
    if (outcome)
      alerts.set(id, {
        id,
        receivedAt: at,
        connectionId: outcome.connection_id,
        status: outcome.status,
        name: outcome.name,
        reason: outcome.status === 'success' ? null : outcome.error_reason,
      })
  }
  return alerts
}

async function keptSinceOf(owner: Owner): Promise<number> {
  const floor = await readHistoryFloor(owner)
  const days = await retentionDays(owner)
  return days === null ? floor : Math.max(floor, await ageLimit(owner.db, days))
}

function unlistedOf(arrivals: readonly IdentifiedArrival[], found: Int32Array, { from, to }: Span) {
  const matched = new Uint8Array(arrivals.length)
  for (const place of found) if (place >= 0) matched[place] = 1
  const unlisted: IdentifiedArrival[] = []
  let unlistedTotal = 0
  arrivals.forEach((arrival, place) => {
    if (matched[place] === 1 || arrival.at < from || arrival.at > to) return
    unlistedTotal += 1
    if (unlisted.length < LISTED_UNLISTED) unlisted.push(arrival)
  })
  return { unlisted, unlistedTotal }
}
