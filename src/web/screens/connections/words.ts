import { GAPS_LABEL } from '#shared/delivery-status.ts'
import { formatList, formatNumber, plural, quantity, shortId } from '#shared/format.ts'
import type { Address } from '#shared/model/address.ts'
import type { ConnectionWeek } from '#shared/model/stats.ts'
import { dates } from '#web/data/local-time.ts'

export const unknownConnection = (id: string): string => `Conexión con ID ${id} no encontrada.`

const NAMED_CONFIGS = 3

interface RemovalFacts {
  name: string
  /** Names of its TV configurations; undefined until loaded. */
  configs: readonly string[] | undefined
  /** Number of alerts still waiting to be sent. */
  pending: number
}

/** Says which data is deleted with a connection, and which is kept. */
export const removalText = ({ name, configs, pending }: RemovalFacts): string =>
  [
    `Se eliminará «${name}» y también ${configWords(configs)}.`,
    'El historial se conserva.',
    ...pendingWords(pending),
  ].join(' ')

function configWords(names: readonly string[] | undefined): string {
  if (names?.length === 0) return 'sus configuraciones de alerta TV (no tiene ninguna)'
  if (!names) return 'sus configuraciones de alerta TV'
  const all = formatList(
    names.map(name => `«${name}»`),
    NAMED_CONFIGS,
  )
  return names.length === 1
    ? `su configuración de alerta TV ${all}`
    : `sus ${formatNumber(names.length)} configuraciones de alerta TV: ${all}`
}

function pendingWords(pending: number): string[] {
  if (pending === 0) return []
  const fate = plural(pending, 'quedará como fallida', 'quedarán como fallidas')
  return [`Hay ${quantity(pending, 'alerta', 'alertas')} aún por enviar: ${fate}.`]
}

/** Says which alerts no longer arrive once an address is deleted, and when its last one arrived. */
export const addressRemovalText = ({ id, lastUsedAt }: Address): string =>
  [
    lastUsedAt === null
      ? 'En el historial no hay ninguna alerta que llegara por ella.'
      : `Por ella llegó una alerta por última vez el ${dates.longDate(lastUsedAt)}, ${dates.shortTime(lastUsedAt)}.`,
    `Las alertas de TradingView que aún usen /webhooks/${shortId(id)} ya no llegarán.`,
    'El historial se conserva.',
  ].join(' ')

export const waitingWords = (pending: number): string =>
  `${quantity(pending, 'alerta', 'alertas')} por enviar`

/** «Alertas de los últimos 7 días, hoy al final: 3, 0, 5, 2, 1, 0, 4; 2 fallidas». */
export function weekWords({
  received,
  failed,
}: Pick<ConnectionWeek, 'received' | 'failed'>): string {
  const lost = failed.reduce((sum, count) => sum + count, 0)
  const counts = received.map(formatNumber).join(', ')
  return [
    `Alertas de los últimos 7 días, hoy al final: ${counts}`,
    ...(lost > 0 ? [quantity(lost, 'fallida', 'fallidas')] : []),
  ].join('; ')
}

/** «12 con huecos». */
export const gapsWords = (gaps: number): string =>
  `${formatNumber(gaps)} ${GAPS_LABEL.toLowerCase()}`

/** Says over how many deliveries a usual time was taken. */
export function timedWords(timed: number): string {
  const over = plural(timed, 'la última entrega', `las últimas ${formatNumber(timed)} entregas`)
  return `De que llega la alerta a que Telegram la acepta, en ${over}. Lo reenviado no cuenta.`
}
