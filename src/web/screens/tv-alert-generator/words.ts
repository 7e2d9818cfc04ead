import { shownOf } from '#shared/format.ts'
import type { Connection } from '#shared/model/connection.ts'
import type { TvConfig } from '#shared/model/tv-config.ts'

/** «5 configuraciones», «2 de 5 configuraciones». */
export const countLine = ({ all, shown }: { all: number; shown: number }): string =>
  shownOf(shown, all, 'configuración', 'configuraciones')

export const removalText = ({ name }: Pick<TvConfig, 'name'>): string =>
  `Se eliminará «${name}». Las alertas de TradingView que ya llevan su JSON seguirán llegando.`

/** @param connections undefined: they could not be loaded */
export function connectionName(
  id: string,
  connections: readonly Pick<Connection, 'id' | 'name'>[] | undefined,
): string {
  if (!connections) return 'Sin cargar'
  return connections.find(connection => connection.id === id)?.name ?? UNKNOWN_CONNECTION
}

export const UNKNOWN_CONNECTION = 'Desconocida'
