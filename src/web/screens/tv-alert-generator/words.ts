import { shownOf } from '#shared/format.ts'
import type { TvConfig } from '#shared/model/tv-config.ts'

/** «5 configuraciones», «2 de 5 configuraciones». */
export const countLine = ({ all, shown }: { all: number; shown: number }): string =>
  shownOf(shown, all, 'configuración', 'configuraciones')

export const removalText = ({ name }: Pick<TvConfig, 'name'>): string =>
  `Se eliminará «${name}». Las alertas de TradingView que ya llevan su JSON seguirán llegando.`
