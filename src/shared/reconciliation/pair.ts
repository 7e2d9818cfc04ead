import { SAME_FIRING_MS } from '../limits.ts'

/**
 * Something that happened at an instant, and what it is recognised by; 0: by nothing.
 */
export type Event = { at: number; key: number }

/**
 * Pairs rows of the log with arrivals of the same key that lie within a minute, one to one: of each key the
 * earliest row with the earliest arrival that it can be. No other way pairs more of them.
 * @returns for each row the place of its arrival, or -1
 */
export function pairEvents(rows: readonly Event[], arrivals: readonly Event[]): Int32Array {
  const arrivalOf = new Int32Array(rows.length).fill(-1)
  const rowsOf = placesByKey(rows)
  const arrivalsOf = placesByKey(arrivals)
  for (const [key, own] of rowsOf) {
    const came = arrivalsOf.get(key) ?? []
    let next = 0
    for (const row of own) {
      const { at } = rows[row] as Event
      while (next < came.length && instantOf(arrivals, came[next]) < at - SAME_FIRING_MS) next += 1
      if (next === came.length) break
      if (instantOf(arrivals, came[next]) > at + SAME_FIRING_MS) continue
      arrivalOf[row] = came[next] as number
      next += 1
    }
  }
  return arrivalOf
}

const instantOf = (events: readonly Event[], place: number | undefined): number =>
  (events[place as number] as Event).at

/** The places of those that have a key: of each the earliest first. */
function placesByKey(events: readonly Event[]): Map<number, number[]> {
  const places = new Map<number, number[]>()
  events.forEach(({ key }, place) => {
    if (key === 0) return
    const own = places.get(key)
    if (own) own.push(place)
    else places.set(key, [place])
  })
  for (const own of places.values())
    own.sort((a, b) => instantOf(events, a) - instantOf(events, b) || a - b)
  return places
}
