import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { orderedDays } from './filter-days.ts'

export type AlertsSearch = ReturnType<typeof useAlertsSearch>['search']
export type Choose = ReturnType<typeof useAlertsSearch>['choose']

/** Search parameters of the history, and the function that changes them. */
export function useAlertsSearch() {
  const search = orderedDays(useSearch({ from: '/shell/alerts' }))
  const navigate = useNavigate({ from: '/alerts' })
  /** Goes to the first page, unless the choice names a page. */
  const choose = useCallback(
    (choice: Partial<typeof search>, { replace = false } = {}) =>
      navigate({
        search: before => ({ ...orderedDays(before), page: 1, ...choice }),
        replace,
        // A correction of the address leaves an open alert as it is.
        ...(replace && { hash: true, state: true, hashScrollIntoView: false }),
      }),
    [navigate],
  )
  return { search, choose }
}
