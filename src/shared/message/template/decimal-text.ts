/** `digits`: decimals after the comma; undefined keeps all of them. */
export type DecimalForm = { digits?: number; isGrouped: boolean }

const MAX_LENGTH = 100
const DECIMAL = /^([+-]?)(0|[1-9]\d*)(?:\.(\d+))?$/
const SCIENTIFIC = /^([+-]?)(\d+)(?:\.(\d*))?e([+-]?\d{1,2})$/i
/** Currency sign before a number, which is kept, and the number's own sign before that. */
const CURRENCY = /^([+-]?)([$€£¥₩₹₿]\s?)/
const GROUPED = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/

/**
 * Rewrites a number of TradingView or an exchange without an exponent and without a trailing point. Any other text
 * is returned as is.
 */
export function plainDecimal(text: string): string {
  const number = text.length > MAX_LENGTH ? '' : text.trim()
  if (/^[+-]?\d+\.$/.test(number)) return number.slice(0, -1)
  const [, sign = '', whole = '', fraction = '', power] = SCIENTIFIC.exec(number) ?? []
  if (power === undefined) return text
  const digits = whole + fraction
  const point = whole.length + Number(power)
  const all = point < 1 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0')
  const at = Math.max(point, 1)
  const end = all.slice(at).replace(/0+$/, '')
  return `${sign}${all.slice(0, at).replace(/^0+(?=\d)/, '')}${end && `.${end}`}`
}

/** Removes thousands commas if they are unambiguous: 1,234 alone may have three decimals. */
function withoutGroups(number: string, hasCurrency: boolean): string {
  if (!GROUPED.test(number)) return number
  const isClear = hasCurrency || number.includes('.') || number.split(',').length > 2
  return isClear ? number.replaceAll(',', '') : number
}

/**
 * The number in Spanish notation, 67.432,50. `digits` rounds its text half away from zero, so that digits beyond the
 * precision of floats stay exact; a number that would round to zero keeps its digits.
 * @returns undefined if the text is not a decimal number, or has more than `MAX_LENGTH` code units
 */
export function decimalText(text: string, { digits, isGrouped }: DecimalForm): string | undefined {
  const written = text.length > MAX_LENGTH ? '' : text.trim()
  const [before = '', outer = '', currency = ''] = CURRENCY.exec(written) ?? []
  const number = plainDecimal(withoutGroups(written.slice(before.length), currency !== ''))
  const [, inner = '', whole, fraction = ''] = DECIMAL.exec(number) ?? []
  if (whole === undefined || (outer && inner)) return undefined
  const isNothing = isZero(whole + fraction)
  const exact = { whole, fraction }
  const wanted = digits === undefined ? exact : rounded(whole, fraction, digits)
  const shown = isNothing || !isZero(wanted.whole + wanted.fraction) ? wanted : exact
  const shownSign = (sign: string): string => (isNothing && sign === '-' ? '' : sign)
  return [
    shownSign(outer),
    currency,
    shownSign(inner),
    isGrouped ? grouped(shown.whole) : shown.whole,
    shown.fraction && `,${shown.fraction}`,
  ].join('')
}

const isZero = (digits: string): boolean => /^0*$/.test(digits)

function rounded(whole: string, fraction: string, digits: number) {
  const kept = whole + fraction.slice(0, digits).padEnd(digits, '0')
  const all = (fraction[digits] ?? '0') >= '5' ? increased(kept) : kept
  const end = all.length - digits
  return { whole: all.slice(0, end), fraction: all.slice(end) }
}

function increased(digits: string): string {
  let at = digits.length - 1
  while (digits[at] === '9') at -= 1
  const head = at < 0 ? '1' : digits.slice(0, at) + (Number(digits[at]) + 1)
  return head + '0'.repeat(digits.length - at - 1)
}

function grouped(whole: string): string {
  const groups: string[] = []
  for (let start = 0, end = whole.length % 3 || 3; start < whole.length; start = end, end += 3) {
    groups.push(whole.slice(start, end))
  }
  return groups.join('.')
}
