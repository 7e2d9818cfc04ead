import { graphemeStart } from './graphemes.ts'
import { lazily } from './lazily.ts'
import { ID_HEAD_LENGTH, MAX_NAME_LENGTH } from './limits.ts'

/** The first characters of an id: enough to recognise it, too few to use it. */
export const shortId = (id: string): string =>
  id.length > ID_HEAD_LENGTH ? `${id.slice(0, ID_HEAD_LENGTH)}…` : id

/** Folds a text for comparison: without case and accents. */
export const foldText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** True if one of the texts contains the typed text, ignoring case, accents and spaces around it. */
export function matches(typed: string, ...texts: string[]): boolean {
  const wanted = foldText(typed.trim())
  return texts.some(text => foldText(text).includes(wanted))
}

/** At most `length` characters of a text, with an ellipsis where it was cut. */
export function truncate(text: string, length: number): string {
  if (text.length <= length) return text
  // A character is one code unit or two; everything after these is cut in any case.
  const characters = [...text.slice(0, 2 * (length + 1))]
  if (characters.length <= length) return text
  const end = characters.slice(0, length).join('').length
  return `${text.slice(0, graphemeStart(text, end) || end).trimEnd()}…`
}

/** UTF-8 bytes of a well-formed text. */
export function utf8Bytes(text: string): number {
  let bytes = text.length
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    // A surrogate pair is four bytes, two for each half.
    if (unit > 0x7f) bytes += unit > 0x7ff && (unit & 0xf800) !== 0xd800 ? 2 : 1
  }
  return bytes
}

/** Default name of a copy, cut to the maximum length of a name. */
export const copyName = (name: string): string =>
  `Copia de ${name}`.slice(0, MAX_NAME_LENGTH).replace(/[\ud800-\udbff]$/, '')

const grouped = lazily(() => new Intl.NumberFormat('es-ES', { useGrouping: 'always' }))
/** 1.204: thousands are always grouped. */
export const formatNumber = (value: number): string => grouped().format(value)

/** `one` for 1, `many` for any other number. */
export const plural = (count: number, one: string, many: string): string =>
  count === 1 ? one : many

/** «1 alerta», «1.204 alertas». */
export const quantity = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${plural(count, one, many)}`

/** «6 etiquetas», or «2 de 6 etiquetas» if a filter hides some. */
export function shownOf(shown: number, all: number, one: string, many: string): string {
  const total = quantity(all, one, many)
  return shown < all ? `${formatNumber(shown)} de ${total}` : total
}

const list = lazily(() => new Intl.ListFormat('es-ES'))
/** «a, b y c»; beyond `most` names «a, b, c y 4 más». */
export function formatList(names: readonly string[], most = names.length): string {
  const shown = names.slice(0, most)
  const rest = names.length - shown.length
  return list().format(rest > 0 ? [...shown, `${formatNumber(rest)} más`] : shown)
}

/** 9:42: minutes and seconds of a span in milliseconds; 0:00 for a negative one. */
export function formatClock(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** «612 ms» below ten seconds, «12 s», «4 min», «3 h» above. */
export function formatDuration(ms: number): string {
  if (ms < 10_000) return `${formatNumber(Math.round(ms))}\u00a0ms`
  if (ms < 90_000) return `${Math.round(ms / 1_000)}\u00a0s`
  if (ms < 5_400_000) return `${Math.round(ms / 60_000)}\u00a0min`
  return `${formatNumber(Math.round(ms / 3_600_000))}\u00a0h`
}

/** «40 s», «43 min», «3 h»: a wait in whole seconds, rounded up to the unit shown. */
export function formatWait(seconds: number): string {
  if (seconds < 90) return `${seconds}\u00a0s`
  if (seconds < 5_400) return `${Math.ceil(seconds / 60)}\u00a0min`
  return `${Math.ceil(seconds / 3_600)}\u00a0h`
}

/**
 * Date formats of the Spanish locale in one time zone (default: the reader's own). Each format is created on
 * first use, since one takes 50 kB.
 */
export function dateFormats(timeZone?: string) {
  const inZone = timeZone === undefined ? {} : { timeZone }
  const part = (options: Intl.DateTimeFormatOptions) => {
    const format = lazily(() => new Intl.DateTimeFormat('es-ES', { ...options, ...inZone }))
    return (instant: string | number): string =>
      format().format(typeof instant === 'string' ? Date.parse(instant) : instant)
  }
  return {
    /** 19/11/2026 */
    date: part({ day: '2-digit', month: '2-digit', year: 'numeric' }),
    /** 16:42:07 */
    time: part({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }),
    /** 16:42:07,130 */
    preciseTime: part({
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      fractionalSecondDigits: 3,
      hourCycle: 'h23',
    }),
    /** 16:42 */
    shortTime: part({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    /** 19 de noviembre de 2026 */
    longDate: part({ dateStyle: 'long' }),
    /** 19 de noviembre */
    dayOfMonth: part({ day: 'numeric', month: 'long' }),
    /** jueves, 19 de noviembre */
    weekday: part({ weekday: 'long', day: 'numeric', month: 'long' }),
    /** jueves, 19 de noviembre de 2026 */
    fullDate: part({ dateStyle: 'full' }),
    /** 19 nov */
    shortDay: part({ day: 'numeric', month: 'short' }),
    /** 19 nov 2026 */
    shortDate: part({ day: 'numeric', month: 'short', year: 'numeric' }),
  }
}
