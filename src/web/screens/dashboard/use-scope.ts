import { useMemo } from 'react'
import type { StatsScope } from '#shared/model/stats.ts'
import { useSelectedConnection } from '#web/data/selected-connection.ts'

const tz = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Whose alerts the dashboard speaks of, and whose days. */
export function useScope(): StatsScope {
  const { connectionId } = useSelectedConnection()
  return useMemo(() => (connectionId ? { tz, connectionId } : { tz }), [connectionId])
}
