import { SAME_FIRING_MS } from '../limits.ts'

/** An event at an instant, with its key; 0 if it has no key. */
export type Event = { at: number; key: number }

/**
 * Pairs rows of the log one to one with arrivals of the same key within a minute: for each key, the earliest row
 * with the earliest possible arrival. This pairs as many as possible.
 * @returns for each row the index of its arrival, or -1
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

/** Indices of the events with a key, by key, earliest first. */
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
