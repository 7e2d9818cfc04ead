import { useQuery } from '@tanstack/react-query'
import type { Alert } from '#shared/model/alert.ts'
import { api } from '#web/data/client.ts'

export interface ConnectionOption {
  value: string
  label: string
}

/**
 * The connections to filter by, sorted by name. One that was deleted stays choosable as long as the
 * address asks for it; its alerts know its name. Nothing as long as they are on their way.
 */
export function useConnectionOptions(
  chosen: string | undefined,
  alerts: readonly Pick<Alert, 'connectionId' | 'connectionName'>[],
): ConnectionOption[] | undefined {
  const { data: connections } = useQuery(api.connections.list.queryOptions())
  if (!connections) return undefined
  const options = connections.map(({ id, name }) => ({ value: id, label: name }))
  if (chosen === undefined || options.some(({ value }) => value === chosen)) return options
  const alert = alerts.find(({ connectionId }) => connectionId === chosen)
  return [...options, { value: chosen, label: alert?.connectionName ?? 'Conexión eliminada' }]
}
