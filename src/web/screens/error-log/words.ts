import { formatNumber, quantity } from '#shared/format.ts'

/** «1.204 entradas». */
export const entryCount = (total: number): string => quantity(total, 'entrada', 'entradas')

/** «3 veces»; what happened once needs no words. */
export const repeats = (count: number): string | null =>
  count > 1 ? `${formatNumber(count)} veces` : null

const sources: Readonly<Record<string, string>> = {
  telegram: 'Telegram',
  webhook: 'Webhook',
  plantilla: 'Plantilla',
}

/** «Telegram»; what a newer version names stays as it is. */
export const sourceName = (source: string): string => sources[source] ?? source
