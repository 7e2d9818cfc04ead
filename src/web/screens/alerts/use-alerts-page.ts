import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/data/client.ts'
import type { AlertsSearch } from './use-alerts-search.ts'

export type AlertsPage = Pick<ReturnType<typeof useAlertsPage>, 'data' | 'isWaiting' | 'view'>

/**
 * The page of the history that the address asks for; while that is awaited, the one before it.
 * `view` names what is shown: it changes with page and filters, and not with what arrives.
 */
export function useAlertsPage(asked: AlertsSearch) {
  const { search, connectionId, status, sort, page, pageSize } = asked
  const filter = { search, connectionId, status }
  const input = { ...filter, sort, page, pageSize }
  const { data, error, isPlaceholderData, refetch } = useQuery(
    api.alerts.list.queryOptions({ input, placeholderData: keepPreviousData }),
  )
  const wanted = JSON.stringify(input)
  const [view, setView] = useState(wanted)
  if (!isPlaceholderData && view !== wanted) setView(wanted)
  return { data, error, isWaiting: isPlaceholderData, refetch, view, filter }
}
