import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { orderedDays } from './filter-days.ts'

export type AlertsSearch = ReturnType<typeof useAlertsSearch>['search']
export type Choose = ReturnType<typeof useAlertsSearch>['choose']

/** What the address asks of the history, and the way to ask for something else. */
export function useAlertsSearch() {
  const search = orderedDays(useSearch({ from: '/shell/alerts' }))
  const navigate = useNavigate({ from: '/alerts' })
  /** Whatever is chosen leads to the first page, unless a page is chosen. */
  const choose = useCallback(
    (choice: Partial<typeof search>, { replace = false } = {}) =>
      navigate({ search: before => ({ ...orderedDays(before), page: 1, ...choice }), replace }),
    [navigate],
  )
  return { search, choose }
}
