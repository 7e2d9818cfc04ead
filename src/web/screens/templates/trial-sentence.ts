import { formatNumber, listed } from '#shared/format.ts'

/** How a template did with the newest alerts. */
export interface Trial {
  tried: number
  /** How many of them would be sent as they are. */
  misfits: number
  /** In how many of the others a placeholder has no value. */
  withGaps: number
  /** The most frequent of those placeholders, in that order. */
  missing: { key: string }[]
}

const SHOWN_KEYS = 3

/** «2 de 200 quedarían con huecos: falta price», or that all would be as they should. */
export function trialSentence({ tried, misfits, withGaps, missing }: Trial): string {
  if (tried === 0) return 'Sin alertas con las que probarla todavía.'
  if (misfits + withGaps === 0) {
    return tried === 1
      ? 'Tu última alerta quedaría completa.'
      : `Tus últimas ${formatNumber(tried)} alertas quedarían completas.`
  }
  const told = [
    ...(misfits > 0 ? [misfitWords(misfits, tried)] : []),
    ...(withGaps > 0 ? [gapWords(withGaps, tried, missing)] : []),
  ]
  return told.join('; ')
}

const misfitWords = (misfits: number, tried: number): string =>
  `${formatNumber(misfits)} de ${formatNumber(tried)} se ${misfits === 1 ? 'enviaría' : 'enviarían'} tal cual, sin la plantilla`

function gapWords(withGaps: number, tried: number, missing: Trial['missing']): string {
  const would = withGaps === 1 ? 'quedaría' : 'quedarían'
  const lack = missing.length === 1 ? 'falta' : 'faltan'
  const most = missing.length > SHOWN_KEYS ? ' sobre todo' : ''
  const keys = listed(missing.slice(0, SHOWN_KEYS).map(({ key }) => key))
  return `${formatNumber(withGaps)} de ${formatNumber(tried)} ${would} con huecos: ${lack}${most} ${keys}`
}
