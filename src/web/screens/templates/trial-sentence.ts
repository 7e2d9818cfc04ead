import { formatNumber } from '#shared/format.ts'
import { listed } from './listed.ts'

/** How a template did with the newest alerts. */
export interface Trial {
  tried: number
  /** In how many of them a placeholder has no value. */
  withGaps: number
  /** Those placeholders, the most frequent first. */
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
  const keys = listed(
    missing.map(({ key }) => key),
    SHOWN_KEYS,
  )
  return `${formatNumber(withGaps)} de ${formatNumber(tried)} ${would} con huecos: ${lack} ${keys}`
}
