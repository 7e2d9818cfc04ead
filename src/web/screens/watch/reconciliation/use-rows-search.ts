import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { ReportSort } from '#shared/list-choices.ts'
import { attention, type RowFilter } from './report.ts'

export interface RowsSearch extends RowFilter {
  sort: ReportSort
}

export type ChooseRows = (next: Partial<RowsSearch>, how?: { replace: boolean }) => void

/** Filters and order of the report's rows, kept in the address. */
export function useRowsSearch() {
  const search = useSearch({
    from: '/shell/watch',
    select: ({ verdict, connectionId, day, search, sort }): RowsSearch => ({
      verdict: attention.find(known => known === verdict),
      connectionId,
      day,
      search,
      sort: sort ?? 'attention',
    }),
    structuralSharing: true,
  })
  const navigate = useNavigate({ from: '/watch' })
  const choose: ChooseRows = useCallback(
    (next, { replace } = { replace: false }) =>
      void navigate({
        search: known => ({ ...known, ...next }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  )
  const clear = () =>
    choose({ search: undefined, verdict: undefined, connectionId: undefined, day: undefined })
  return { search, choose, clear }
}
