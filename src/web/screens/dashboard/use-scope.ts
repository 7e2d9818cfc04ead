import { useMemo } from 'react'
import type { StatsScope } from '#shared/model/stats.ts'
import { useSelectedConnection } from '#web/data/selected-connection.ts'

/** A browser that does not know where it is says so by this name. */
const NOWHERE = 'Etc/Unknown'

const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
const tz = timeZone === NOWHERE ? 'UTC' : timeZone

/** Whose alerts the dashboard speaks of, and whose days. */
export function useScope(): StatsScope {
  const { connectionId } = useSelectedConnection()
  return useMemo(() => (connectionId ? { tz, connectionId } : { tz }), [connectionId])
}
