import { useQueryClient } from '@tanstack/react-query'
import { api } from '#web/data/client.ts'

/** Asks again for what shows tags. */
export function useTagsRefresh(): () => Promise<unknown> {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      [api.tags.key(), api.connections.key()].map(queryKey =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
}
