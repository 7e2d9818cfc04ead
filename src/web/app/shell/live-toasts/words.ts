import type { AlertEvent } from '#shared/alert-events.ts'
import { formatNumber, plural, quantity } from '#shared/format.ts'
import { deliveryTexts } from '#shared/texts/deliveries.ts'

interface Count {
  what: AlertEvent
  count: number
}

/** «12 alertas: 1 sin entregar, 11 entregadas»; a single sentence if all are in the same state. */
export function tallyWords(counts: readonly Count[]): string {
  const [only, another] = counts
  if (!only) return ''
  if (!another) return many[only.what](only.count)
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  const parts = counts.map(({ what, count }) => `${formatNumber(count)} ${states[what](count)}`)
  return `${quantity(all, 'alerta', 'alertas')}: ${parts.join(', ')}`
}

const many: Record<AlertEvent, (count: number) => string> = {
  failed: deliveryTexts.failedMany,
  retrying: deliveryTexts.retryingMany,
  received: deliveryTexts.receivedMany,
  delivered: deliveryTexts.deliveredMany,
}

const states: Record<AlertEvent, (count: number) => string> = {
  failed: () => 'sin entregar',
  retrying: count => plural(count, 'se reintenta', 'se reintentan'),
  received: () => 'procesándose',
  delivered: count => plural(count, 'entregada', 'entregadas'),
}
