import { keepPreviousData, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import type { Alert, AlertFilter } from '#shared/model/alert.ts'
import { api } from '#web/data/client.ts'
import { keepItems } from '#web/data/keep-items.ts'
import type { Counted } from '#web/parts/page-range.ts'
import { daysAsInstants } from './filter-days.ts'
import type { AlertsSearch } from './use-alerts-search.ts'

export type AlertsPage = Pick<
  ReturnType<typeof useAlertsPage>,
  'data' | 'found' | 'isWaiting' | 'view' | 'unseenSince' | 'shownFilter'
>

/** All matches on all pages of the history, except alerts that arrived after the pin or, without a pin, the count. */
export interface Found extends Counted {
  filter: AlertFilter
  /** Instant of the count. */
  asOf: string
}

interface Pin {
  /** Filter and order of the pin. */
  scope: string
  /** Alerts from this instant on are hidden; undefined if none are: before an answer, while following, in an empty list. */
  at?: string
  /** The previous pin; alerts since then are new to the reader. */
  before?: string
}

/**
 * Page of the history that the address asks for; the previous page while it loads. Unless it follows new
 * alerts, it shows the history as of the first look, so that rows and pages stay in place; later alerts are
 * shown on request, or with another filter or order.
 */
export function useAlertsPage(asked: AlertsSearch, follows: boolean) {
  const { sort, page, pageSize } = asked
  const filter = filterOf(asked)
  const scope = JSON.stringify({ filter, sort })
  const [lastPin, setPin] = useState<Pin>()
  const pin = lastPin?.scope === scope ? lastPin : undefined

  const inputUpTo = (instant: string | undefined) => ({
    ...pinned(filter, instant),
    sort,
    page,
    pageSize,
  })
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(
    api.alerts.list.queryOptions({
      input: inputUpTo(pin?.at),
      placeholderData: keepPreviousData,
      structuralSharing: keepItems,
    }),
  )

  const queryClient = useQueryClient()
  /** Scope in which new alerts were followed until now; when following ends in it, the rows on screen are pinned. */
  const followed = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (!data) return
    if (follows) {
      if (isPlaceholderData) return
      followed.current = scope
      if (pin?.at) followFrom(data)
      return
    }
    const isLeft = followed.current === scope && data.total > 0
    followed.current = undefined
    if (isLeft && isPlaceholderData) {
      setPin({ scope, at: data.asOf })
      return
    }
    if (isPlaceholderData || (isFetching && !isLeft)) return
    // An empty list has no rows that could move.
    const at = data.total === 0 ? undefined : (pin?.at ?? data.asOf)
    if (at === pin?.at) return
    if (at) {
      queryClient.setQueryData(listKey(inputUpTo(at)), data)
      // Without its cache entry, the unpinned list, once requested again, keeps the rows on screen until it has loaded.
      queryClient.removeQueries({ queryKey: listKey(inputUpTo(undefined)), exact: true })
    }
    setPin({ scope, ...(at && { at }), ...(pin?.before && { before: pin.before }) })
  })

  /** Ends the pin; the rows on screen stay until fresh ones have loaded. */
  function followFrom(shown: NonNullable<typeof data>) {
    const key = listKey(inputUpTo(undefined))
    queryClient.setQueryData(key, shown)
    void queryClient.invalidateQueries({ queryKey: key, exact: true })
    setPin({ scope })
  }

  const wanted = JSON.stringify({ scope, page, pageSize })
  const [shown, setShown] = useState({ list: scope, view: wanted })
  if (!isPlaceholderData && shown.view !== wanted) setShown({ list: scope, view: wanted })

  const found: Found | undefined =
    data && !isPlaceholderData
      ? { ...data, filter: pinned(filter, pin?.at ?? data.asOf) }
      : undefined
  return {
    data,
    error,
    refetch,
    isWaiting: isPlaceholderData,
    /** `list` changes with filter and order, `view` also with page and page size; neither with new alerts. */
    ...shown,
    filter,
    /** `filter` without the alerts that the pin hides. */
    shownFilter: pinned(filter, pin?.at),
    found,
    pinnedAt: pin?.at,
    /** Alerts from this instant on are new to the reader. */
    unseenSince: pin?.before,
    unpin: () => pin?.at && setPin({ scope, before: pin.at }),
  }
}

const listKey = (input: Parameters<typeof api.alerts.list.queryKey>[0]['input']) =>
  api.alerts.list.queryKey({ input })

export function filterOf(asked: AlertsSearch): AlertFilter {
  const { sort: _sort, page: _page, pageSize: _pageSize, ...filter } = asked
  const { search, connectionId, status, gaps, from, to, ...others } = filter
  others satisfies Record<string, never>
  return {
    search: search?.trim() || undefined,
    connectionId,
    status,
    gaps,
    ...daysAsInstants({ from, to }),
  }
}

/** Limits a filter to alerts before an instant. Compares strings: ISO instants of server and browser sort alike. */
const pinned = (filter: AlertFilter, at: string | undefined): AlertFilter => ({
  ...filter,
  to: at && filter.to ? (at < filter.to ? at : filter.to) : (at ?? filter.to),
})

/**
 * Number of a filter's matches that arrived since an instant; undefined until counted, without an instant, or if
 * the filter ends before it.
 */
export function useNewAlerts(filter: AlertFilter, since: string | undefined): Counted | undefined {
  const { from, to } = filter
  const isOver = since !== undefined && to !== undefined && to <= since
  const { data } = useQuery(
    api.alerts.list.queryOptions({
      input:
        since === undefined || isOver
          ? skipToken
          : { ...filter, from: from && from > since ? from : since },
    }),
  )
  return data
}

/** True if an alert arrived at or after an instant; false without one. */
export const isUnseen = ({ timestamp }: Pick<Alert, 'timestamp'>, since: string | undefined) =>
  since !== undefined && timestamp >= since
