import { useQueryClient } from '@tanstack/react-query'
import { api } from '#web/data/client.ts'

/** Brings what shows alerts up to date after some were changed. */
export function useAlertsRefresh() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      [api.alerts.key(), api.connections.key()].map(queryKey =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
}
