import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Arrival } from '#shared/model/arrival.ts'
import { api } from '#web/data/client.ts'

/** Poll interval: proxies on the way may hold events back. */
const ASK_AGAIN_MS = 5_000

/**
 * Arrivals of a connection from now on, newest first. The server sets the start, since its clock may differ from the
 * browser's.
 */
export function useArrivals(connectionId: string): {
  items: readonly Arrival[]
  error: Error | null
} {
  const [since, setSince] = useState<string>()
  const { data, error } = useQuery(
    api.connections.arrivals.queryOptions({
      input: { id: connectionId, ...(since !== undefined && { since }) },
      refetchInterval: ASK_AGAIN_MS,
      gcTime: 0,
    }),
  )
  if (data && since === undefined) setSince(data.asOf)
  return { items: (since !== undefined && data?.items) || [], error }
}
