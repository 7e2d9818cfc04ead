import { SAME_FIRING_MS } from '../limits.ts'
import type { LateKeys } from './body-keys.ts'
import type { LogRow } from './pack.ts'
import { type Event, pairEvents } from './pair.ts'
import type { Claim } from './verdicts.ts'

/** A received alert with its key for the first pass. @property exact 0 if unknown */
export type Arrival = { at: number; exact: number }

/** Reads the late keys of arrivals, given by their indices; in the same order. */
export type ReadLateKeys = (places: readonly number[]) => Promise<LateKeys[]>

/**
 * Index of the arrival that matches each row of the log, or -1: first by the exact body, then by the repaired body,
 * then by name and symbol. The order of rows does not matter.
 * @param arrivals candidates; their order must not vary, since it decides between equal ones
 */
export async function matchRows(
  rows: readonly LogRow[],
  arrivals: readonly Arrival[],
  readLateKeys: ReadLateKeys,
): Promise<Int32Array> {
  const order = inOrderOfContent(rows)
  const sorted = order.map(place => rows[place] as LogRow)
  const found = await matchSorted(sorted, arrivals, readLateKeys)
  const arrivalOf = new Int32Array(rows.length)
  order.forEach((place, at) => {
    arrivalOf[place] = found[at] ?? -1
  })
  return arrivalOf
}

async function matchSorted(
  rows: readonly LogRow[],
  arrivals: readonly Arrival[],
  readLateKeys: ReadLateKeys,
): Promise<Int32Array> {
  const found = pairExact(rows, arrivals)
  const taken = new Uint8Array(arrivals.length)
  for (const place of found) if (place >= 0) taken[place] = 1
  const open = openRows(rows, found)
  if (open.length === 0) return found
  const near = openArrivals(rows, open, arrivals, taken)
  if (near.length === 0) return found
  const late = await readLateKeys(near)
  for (const kind of ['repaired', 'named'] as const) {
    const waiting = open.filter(row => found[row] === -1)
    const free = near
      .map((place, at) => ({ place, key: late[at]?.[kind] ?? 0 }))
      .filter(({ place }) => taken[place] === 0)
    const pairs = pairEvents(
      waiting.map(row => eventOf(rows[row] as LogRow, rows[row]?.[kind] ?? 0)),
      free.map(({ place, key }) => ({ at: arrivals[place]?.at ?? 0, key })),
    )
    pairs.forEach((pair, at) => {
      const place = free[pair]?.place
      if (place === undefined) return
      found[waiting[at] as number] = place
      taken[place] = 1
    })
  }
  return found
}

/**
 * Pairs rows and arrivals with the same body. Filters the arrivals first: in a long history, most of them match no row
 * of a short log.
 */
function pairExact(rows: readonly LogRow[], arrivals: readonly Arrival[]): Int32Array {
  const wanted = new Set(rows.map(row => row.exact))
  const places: number[] = []
  const events: Event[] = []
  arrivals.forEach(({ at, exact }, place) => {
    if (!wanted.has(exact)) return
    places.push(place)
    events.push({ at, key: exact })
  })
  const pairs = pairEvents(
    rows.map(row => eventOf(row, row.exact)),
    events,
  )
  return pairs.map(pair => places[pair] ?? -1)
}

/** Rounds down to whole seconds, as the log's instants are. */
const eventOf = (row: LogRow, key: number): Event => ({
  at: row.at === null ? 0 : row.at - (row.at % 1_000),
  key: row.at === null ? 0 : key,
})

const claimRank = { sent: 0, unclear: 1, none: 2, failed: 3 } satisfies Record<Claim, number>

/** Indices of the rows, ordered by content alone: by time, then by claim with `sent` first, then by their keys. */
export const inOrderOfContent = (rows: readonly LogRow[]): number[] =>
  rows.map((_, place) => place).sort((a, b) => compareContent(rows[a] as LogRow, rows[b] as LogRow))

const compareContent = (one: LogRow, other: LogRow): number =>
  (one.at ?? 0) - (other.at ?? 0) ||
  claimRank[one.claim] - claimRank[other.claim] ||
  one.exact - other.exact ||
  one.repaired - other.repaired ||
  one.named - other.named ||
  one.series - other.series ||
  one.name - other.name

const openRows = (rows: readonly LogRow[], found: Int32Array): number[] =>
  rows.flatMap(({ at, repaired, named }, row) =>
    found[row] === -1 && at !== null && (repaired !== 0 || named !== 0) ? row : [],
  )

/** Indices of unmatched arrivals within `SAME_FIRING_MS` plus a second of an unmatched row. */
function openArrivals(
  rows: readonly LogRow[],
  open: readonly number[],
  arrivals: readonly Arrival[],
  taken: Uint8Array,
): number[] {
  const instants = Float64Array.from(open, row => rows[row]?.at ?? 0).sort()
  const reach = SAME_FIRING_MS + 1_000
  return arrivals.flatMap(({ at }, place) => {
    if (taken[place] === 1) return []
    const first = firstNotBefore(instants, at - reach)
    return (instants[first] ?? Number.POSITIVE_INFINITY) <= at + reach ? place : []
  })
}

function firstNotBefore(sorted: Float64Array, instant: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as number) < instant) low = middle + 1
    else high = middle
  }
  return low
}

/** For each row, the number of rows in the same second with the same message; 0 if no other row has it. */
export function countEqual(rows: readonly LogRow[]): Uint32Array {
  const keyOf = ({ at, exact }: LogRow) =>
    at === null || exact === 0 ? null : `${Math.floor(at / 1_000)}:${exact}`
  const counts = new Map<string, number>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return Uint32Array.from(rows, row => {
    const key = keyOf(row)
    const count = key === null ? 1 : (counts.get(key) ?? 1)
    return count > 1 ? count : 0
  })
}
