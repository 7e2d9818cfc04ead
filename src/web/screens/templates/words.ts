import { formatList, formatNumber, plural, quantity, shownOf, truncate } from '#shared/format.ts'
import type { WhenMissing } from '#shared/message/gaps.ts'
import type { Unseen } from '#shared/message/notification-line.ts'
import type { Template } from '#shared/model/template.ts'

export const missingNames: Record<WhenMissing, string> = {
  line: 'Quitar su línea',
  marker: 'Dejar el marcador',
}

/** «10 plantillas · 4 en uso», «3 de 10 plantillas». */
export function countLine(all: Template[], matching: Template[]): string {
  const shown = shownOf(matching.length, all.length, 'plantilla', 'plantillas')
  if (matching.length < all.length) return shown
  return `${shown} · ${formatNumber(all.filter(({ usedBy }) => usedBy > 0).length)} en uso`
}

interface Users {
  /** Names of the connections that use the template; empty until they have arrived. */
  names: readonly string[]
  /** Number of their alerts still to be sent. */
  pending: number
}

const SHOWN_NAMES = 3

/**
 * Consequences of deleting a template for the connections that use it.
 * @param heir name of the template that replaces it, if there is one
 */
export function removalText(
  { name, usedBy }: Template,
  heir: string | undefined,
  { names, pending }: Users,
): string {
  if (usedBy === 0) return `Se eliminará «${name}». Ninguna conexión la utiliza.`
  const one = usedBy === 1
  const who =
    names.length > 0
      ? ` (${formatList(
          names.map(each => `«${each}»`),
          SHOWN_NAMES,
        )})`
      : ''
  const users = one
    ? `la conexión que la utiliza${who}`
    : `las ${formatNumber(usedBy)} conexiones que la utilizan${who}`
  if (heir === undefined) {
    return `«${name}» es la única plantilla: ${users} ${one ? 'se quedaría' : 'se quedarían'} sin una plantilla válida.`
  }
  const waiting =
    pending > 0 ? ` ${have(one)} ${quantity(pending, 'alerta', 'alertas')} aún por enviar.` : ''
  return `Se eliminará «${name}» y ${users} ${one ? 'pasará' : 'pasarán'} a la plantilla «${heir}».${waiting}`
}

const have = (one: boolean): string => (one ? 'Tiene' : 'Tienen')

/** Result of trying a template on the newest alerts. */
export interface Trial {
  tried: number
  /** Number of alerts that would be sent as they are. */
  misfits: number
  /** Number of the other alerts in which a placeholder has no value. */
  withGaps: number
  /** Placeholders without a value, most frequent first. */
  missing: { key: string }[]
}

const SHOWN_KEYS = 3

/** «2 de 200 quedarían con huecos: falta price», or that all would be complete. */
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
  `${formatNumber(misfits)} de ${formatNumber(tried)} se ${plural(misfits, 'enviaría', 'enviarían')} tal cual, sin la plantilla`

function gapWords(withGaps: number, tried: number, missing: Trial['missing']): string {
  const would = plural(withGaps, 'quedaría', 'quedarían')
  const lack = plural(missing.length, 'falta', 'faltan')
  const most = missing.length > SHOWN_KEYS ? ' sobre todo' : ''
  const keys = formatList(missing.slice(0, SHOWN_KEYS).map(({ key }) => key))
  return `${formatNumber(withGaps)} de ${formatNumber(tried)} ${would} con huecos: ${lack}${most} ${keys}`
}

/** «El botón «Stop» no saldría en 3.», for each button left out with some of the tried alerts. */
export function buttonGapWords(
  buttons: readonly (readonly { text: string }[])[],
  gaps: readonly (readonly number[])[],
): string {
  const counts = gaps.flat()
  return buttons
    .flat()
    .flatMap(({ text }, index) => {
      const count = counts[index] ?? 0
      return count > 0 ? [`El botón «${text}» no saldría en ${formatNumber(count)}.`] : []
    })
    .join(' ')
}

/** Says which values of the alert a phone's notification does not show, with a remedy. */
export function unseenText(unseen: readonly Unseen[]): string {
  const sentences = [true, false].flatMap(asked => {
    const these = unseen.filter(({ isAsked }) => isAsked === asked)
    if (these.length === 0) return []
    const names = formatList(these.map(({ key, value }) => `${nouns[key]} (${shortened(value)})`))
    const pronoun = plural(these.length, 'lo', 'los')
    const what = plural(these.length, 'no se ve', 'no se ven')
    const remedy = asked
      ? `pon${pronoun} al principio, a la vista`
      : `la plantilla no ${pronoun} pide`
    return [`${names[0]?.toUpperCase()}${names.slice(1)} ${what} en la notificación: ${remedy}.`]
  })
  return sentences.join(' ')
}

const nouns: Record<Unseen['key'], string> = { symbol: 'el símbolo', side: 'el sentido' }
const shortened = (value: string): string => truncate(value, 24)
