import { useMemo } from 'react'
import type { StatsScope } from '#shared/model/stats.ts'
import { readerTimeZone } from '#web/data/reader-time.ts'
import { useSelectedConnection } from '#web/data/selected-connection.ts'

/** Whose alerts the dashboard speaks of, and whose days. */
export function useScope(): StatsScope {
  const { connectionId } = useSelectedConnection()
  return useMemo(
    () => (connectionId ? { tz: readerTimeZone, connectionId } : { tz: readerTimeZone }),
    [connectionId],
  )
}
