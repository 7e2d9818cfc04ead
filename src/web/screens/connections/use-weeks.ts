import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ConnectionWeek } from '#shared/model/stats.ts'
import { api } from '#web/data/client.ts'
import { localTimeZone } from '#web/data/local-time.ts'

const ASK_AGAIN_MS = 60_000

/**
 * Last seven days of every connection, by id; undefined until loaded. Refetched every minute, not with each
 * alert: for a thousand connections that is a lot to add up.
 */
export function useWeeks(): ReadonlyMap<string, ConnectionWeek> | undefined {
  const { data } = useQuery(
    api.stats.weeks.queryOptions({
      input: { tz: localTimeZone() },
      queryKey: ['weeks', localTimeZone()],
      staleTime: ASK_AGAIN_MS,
      refetchInterval: ASK_AGAIN_MS,
    }),
  )
  return useMemo(() => data && new Map(data.map(week => [week.connectionId, week])), [data])
}
