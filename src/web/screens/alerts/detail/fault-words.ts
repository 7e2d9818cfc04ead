import { formatNumber } from '#shared/format.ts'
import type { JsonFault } from '#web/parts/json-code/json-fault.ts'

/** «Línea 3, columna 12: Falta una coma.» */
export function faultWords(text: string, { at, message }: JsonFault) {
  const lines = text.slice(0, at).split('\n')
  const column = [...(lines.at(-1) ?? '')].length + 1
  return {
    what: `Línea ${formatNumber(lines.length)}, columna ${formatNumber(column)}: ${message}`,
    remedy:
      'Corrígelo en el mensaje de la alerta de TradingView; el JSON de arriba ya está corregido.',
  }
}
