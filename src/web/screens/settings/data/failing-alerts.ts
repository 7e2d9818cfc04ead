import type { SetUp } from '#shared/export-file.ts'
import { formatNumber } from '#shared/format.ts'
import type { Connection } from '#shared/model/connection.ts'

/** How many alerts still wait whose connection a file does not have. */
export function failingAlerts(
  connections: readonly Pick<Connection, 'id' | 'pending'>[],
  setUp: Pick<SetUp, 'connections'>,
): number {
  const kept = new Set(setUp.connections.map(({ id }) => id))
  return connections.reduce((sum, { id, pending }) => (kept.has(id) ? sum : sum + pending), 0)
}

export const failingWords = (count: number): string =>
  count === 1
    ? '1 alerta aún por enviar es de una conexión que el archivo no tiene: quedará como fallida.'
    : `${formatNumber(count)} alertas aún por enviar son de conexiones que el archivo no tiene: quedarán como fallidas.`
