import { formatNumber, listed } from '#shared/format.ts'

/** How a template did with the newest alerts. */
export interface Trial {
  tried: number
  /** In how many of them a placeholder has no value. */
  withGaps: number
  /** The most frequent of those placeholders, in that order. */
  missing: { key: string }[]
}

const SHOWN_KEYS = 3

/** «2 de 200 quedarían con huecos: falta price», or that none would. */
export function trialSentence({ tried, withGaps, missing }: Trial): string {
  if (tried === 0) return 'Sin alertas con las que probarla todavía.'
  if (withGaps === 0) {
    return tried === 1
      ? 'Tu última alerta quedaría completa.'
      : `Tus últimas ${formatNumber(tried)} alertas quedarían completas.`
  }
  const would = withGaps === 1 ? 'quedaría' : 'quedarían'
  const lack = missing.length === 1 ? 'falta' : 'faltan'
  const most = missing.length > SHOWN_KEYS ? ' sobre todo' : ''
  const keys = listed(missing.slice(0, SHOWN_KEYS).map(({ key }) => key))
  return `${formatNumber(withGaps)} de ${formatNumber(tried)} ${would} con huecos: ${lack}${most} ${keys}`
}
