/** `digits` behind the comma, all that there are where it is undefined. */
export type DecimalForm = { digits?: number; isGrouped: boolean }

const MAX_LENGTH = 100
const DECIMAL = /^([+-]?)(0|[1-9]\d*)(?:\.(\d+))?$/

/**
 * The number as it is written in Spanish, 67.432,50. It is rounded as text, half away from zero, so
 * that no digit changes that needs not; what would become zero keeps its digits.
 * @returns undefined when the text is no decimal number, has an exponent, or is longer than a number that
 * people read
 */
export function decimalText(text: string, { digits, isGrouped }: DecimalForm): string | undefined {
  const number = text.length > MAX_LENGTH ? '' : text.trim()
  const [, sign = '', whole, fraction = ''] = DECIMAL.exec(number) ?? []
  if (whole === undefined) return undefined
  const isNothing = isZero(whole + fraction)
  const exact = { whole, fraction }
  const wanted = digits === undefined ? exact : rounded(whole, fraction, digits)
  const shown = isNothing || !isZero(wanted.whole + wanted.fraction) ? wanted : exact
  return [
    isNothing && sign === '-' ? '' : sign,
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
