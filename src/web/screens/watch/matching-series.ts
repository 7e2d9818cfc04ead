import { matches } from '#shared/format.ts'
import type { WatchFilter } from '#shared/list-choices.ts'
import type { WatchedAlert } from '#shared/model/watch.ts'

export interface SeriesFilter {
  state?: WatchFilter | undefined
  connectionId?: string | undefined
  /** Of its name or its connection's. */
  search: string
}

/** What asks for somebody, unless it was told to be silent. */
const troubled = new Set<WatchedAlert['state']>(['quiet', 'expired', 'near-limit', 'late'])

/** Those that the filters leave, in their order; what was told to be silent comes last. */
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
