import { formatNumber } from '#shared/format.ts'
import type { TvConfig } from '#shared/model/tv-config.ts'

/** «5 configuraciones», «2 de 5 configuraciones». */
export function countLine({ all, shown }: { all: number; shown: number }): string {
  const total = `${formatNumber(all)} ${all === 1 ? 'configuración' : 'configuraciones'}`
  return shown < all ? `${formatNumber(shown)} de ${total}` : total
}

export const removalText = ({ name }: Pick<TvConfig, 'name'>): string =>
  `Se eliminará «${name}». Las alertas de TradingView que ya llevan su JSON seguirán llegando.`
