import { formatNumber } from '#shared/format.ts'

/** Over which deliveries a usual time was taken. */
export function timedWords(timed: number): string {
  const over = timed === 1 ? 'la última entrega' : `las últimas ${formatNumber(timed)} entregas`
  return `De que llega la alerta a que Telegram la acepta, en ${over}. Lo reenviado no cuenta.`
}
