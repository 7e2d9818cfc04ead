import type { Connection } from '#shared/model/connection.ts'

/** @param connections undefined: they could not be loaded */
export function connectionName(
  id: string,
  connections: readonly Pick<Connection, 'id' | 'name'>[] | undefined,
): string {
  if (!connections) return 'Sin cargar'
  return connections.find(connection => connection.id === id)?.name ?? UNKNOWN_CONNECTION
}

export const UNKNOWN_CONNECTION = 'Desconocida'
