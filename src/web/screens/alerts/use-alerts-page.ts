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

/** All that stands on the pages of the history as they are shown. */
export interface Found extends Counted {
  filter: AlertFilter
  /** The instant that this was true of. */
  asOf: string
}

interface Pin {
  /** The filter and the order that it belongs to. */
  scope: string
  /** What came from then on is not shown; nothing as long as the first answer is awaited. */
  at?: string
  /** The pin before: what came since then is new to the reader. */
  before?: string
}

/**
 * The page of the history that the address asks for; while that is awaited, the one before it. Unless it
 * follows what arrives, it shows what had come when the reader began to look, so that rows and pages keep
 * their places under his hand; what came since is shown when he asks for it, or asks for something else.
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
  /** What was followed last; what is on screen of it is pinned at once. */
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
    // Where there is nothing, nothing can move.
    const at = data.total === 0 ? undefined : (pin?.at ?? data.asOf)
    if (at === pin?.at) return
    if (at) {
      queryClient.setQueryData(listKey(inputUpTo(at)), data)
      // Asked for again, it waits for a fresh answer and shows the present rows meanwhile.
      queryClient.removeQueries({ queryKey: listKey(inputUpTo(undefined)), exact: true })
    }
    setPin({ scope, ...(at && { at }), ...(pin?.before && { before: pin.before }) })
  })

  /** The present rows stay until others have come. */
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
    /** `list` changes with filter and order, `view` with the page too; neither with what arrives. */
    ...shown,
    filter,
    /** Where what is shown ends, too. */
    shownFilter: pinned(filter, pin?.at),
    found,
    pinnedAt: pin?.at,
    /** What came from then on has not been seen before. */
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

/** Instants as the server and we write them are in the order of their letters. */
const pinned = (filter: AlertFilter, at: string | undefined): AlertFilter => ({
  ...filter,
  to: at && filter.to ? (at < filter.to ? at : filter.to) : (at ?? filter.to),
})

/** How many have come since an instant that a filter finds. */
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

/** Whether an alert came from an instant on; without one nothing is new. */
export const isUnseen = ({ timestamp }: Pick<Alert, 'timestamp'>, since: string | undefined) =>
  since !== undefined && timestamp >= since
