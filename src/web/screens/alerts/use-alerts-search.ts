import { useNavigate, useSearch } from '@tanstack/react-router'
import { orderedDays } from './filter-days.ts'

export type AlertsSearch = ReturnType<typeof useAlertsSearch>['search']
export type Choose = ReturnType<typeof useAlertsSearch>['choose']

/** What the address asks of the history, and the way to ask for something else. */
export function useAlertsSearch() {
  const search = orderedDays(useSearch({ from: '/shell/alerts' }))
  const navigate = useNavigate({ from: '/alerts' })
  /** Whatever is chosen leads to the first page, unless a page is chosen. */
  const choose = (choice: Partial<typeof search>, { replace = false } = {}) =>
    navigate({ search: before => ({ ...orderedDays(before), page: 1, ...choice }), replace })
  return { search, choose }
}
