import { matches } from '#shared/format.ts'
import type { WatchFilter } from '#shared/list-choices.ts'
import type { WatchedAlert } from '#shared/model/watch.ts'

export interface SeriesFilter {
  state?: WatchFilter | undefined
  connectionId?: string | undefined
  /** Text to find in the alert's name or its connection's. */
  search: string
}

/** States that need attention, unless silenced. */
const troubled = new Set<WatchedAlert['state']>(['quiet', 'expired', 'near-limit', 'late'])

/** Alerts that match the filters, in the given order; silenced ones last. */
export const matchingSeries = (
  all: readonly WatchedAlert[],
  { state, connectionId, search }: SeriesFilter,
): WatchedAlert[] =>
  all
    .filter(
      series =>
        (state === undefined || isIn(series, state)) &&
        (connectionId === undefined || series.connectionId === connectionId) &&
        matches(search, series.name, series.connectionName),
    )
    .toSorted((one, other) => Number(one.silenced !== null) - Number(other.silenced !== null))

export function isIn({ state, silenced }: WatchedAlert, filter: WatchFilter): boolean {
  if (filter === 'silenced') return silenced !== null
  if (filter === 'attention') return silenced === null && troubled.has(state)
  return state === filter
}
