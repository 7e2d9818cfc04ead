import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Alert } from '#shared/model/alert.ts'
import type { Connection } from '#shared/model/connection.ts'
import { api } from '#web/data/client.ts'

export interface ConnectionOption {
  value: string
  label: string
}

/**
 * Connections to filter by, sorted by name; undefined until loaded. A deleted connection that the address asks
 * for is the last option, named as in its alerts on the page, if any. The list keeps its identity until an
 * option changes.
 */
export function useConnectionOptions(
  chosen: string | undefined,
  alerts: readonly Pick<Alert, 'connectionId' | 'connectionName'>[],
): ConnectionOption[] | undefined {
  const { data: known } = useQuery(api.connections.list.queryOptions({ select: optionsOf }))
  const gone =
    known && chosen !== undefined && !known.some(({ value }) => value === chosen)
      ? chosen
      : undefined
  const goneName =
    alerts.find(({ connectionId }) => connectionId === gone)?.connectionName ?? 'Conexión eliminada'
  return useMemo(
    () => known && (gone === undefined ? known : [...known, { value: gone, label: goneName }]),
    [known, gone, goneName],
  )
}

const optionsOf = (connections: readonly Connection[]): ConnectionOption[] =>
  connections.map(({ id, name }) => ({ value: id, label: name }))
