import { formatNumber, quantity } from '#shared/format.ts'

export const errorLogTexts = {
  purged: 'Registro de errores depurado.',
  cleared: 'Registro de errores limpiado.',
  nothingDeleted: 'No había entradas que borrar.',
}

/** «1.204 entradas». */
export const entryCount = (total: number): string => quantity(total, 'entrada', 'entradas')

/** «3 veces»; null for a single occurrence. */
export const repeats = (count: number): string | null =>
  count > 1 ? `${formatNumber(count)} veces` : null

const sources = new Map([
  ['telegram', 'Telegram'],
  ['webhook', 'Webhook'],
  ['plantilla', 'Plantilla'],
])

/** «Telegram»; unknown names, from a newer version, are kept. */
export const sourceName = (source: string): string => sources.get(source) ?? source
