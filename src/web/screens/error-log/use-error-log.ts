import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api } from '#web/data/client.ts'
import { lastPage } from '#web/parts/page-range.ts'

export type LogSearch = ReturnType<typeof useErrorLog>['search']
export type ChooseLog = ReturnType<typeof useErrorLog>['choose']

const PAGE_SIZE = 25

/**
 * Page of the log that the address asks for, and the function that changes the address; the previous
 * page while it loads.
 */
export function useErrorLog() {
  const search = useSearch({ from: '/shell/error-log' })
  const navigate = useNavigate({ from: '/error-log' })
  /** Goes to the first page, unless the choice names a page. */
  const choose = (choice: Partial<typeof search>, { replace = false } = {}) =>
    navigate({ search: before => ({ ...before, page: 1, ...choice }), replace })

  const { search: text, critical, sort, page } = search
  const filter = {
    ...(text && { search: text }),
    ...(critical && { critical: critical === 'si' }),
  }
  const { data, error, refetch, isPlaceholderData } = useQuery(
    api.errorLogs.list.queryOptions({
      input: { ...filter, sort, page, pageSize: PAGE_SIZE },
      placeholderData: keepPreviousData,
    }),
  )

  const isBeyond = data !== undefined && data.page > lastPage(data)
  useEffect(() => {
    if (isBeyond && !isPlaceholderData) void choose({ page: lastPage(data) }, { replace: true })
  })

  const wanted = JSON.stringify({ filter, sort, page })
  const [view, setView] = useState(wanted)
  if (!isPlaceholderData && view !== wanted) setView(wanted)

  return {
    search,
    choose,
    /** Undefined until loaded, and while the address asks for a page beyond the last one. */
    data: isBeyond ? undefined : data,
    error,
    refetch,
    isWaiting: isPlaceholderData,
    /** Key of the page shown: changes with page, filters and order, not with new entries. */
    view,
    isFiltered: Object.keys(filter).length > 0,
  }
}
