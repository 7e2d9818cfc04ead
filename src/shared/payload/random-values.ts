/** Distinguishes random values, such as keys and tokens, from the words, numbers and names of an alert. */

/** Minimum length of a random value, in code units. */
const SHORTEST = 20
/** Minimum code units of a random value that belong to neither words nor numbers. */
const SHORTEST_NOISE = 8

/** Characters of a value; any other character ends it. */
const VALUE = /[\p{L}\p{N}_\-.+~!#$%^*@]{20,}/gu
const ADDRESS = /\b(?:https?|tg):\/\/[^\s"'<>\\]{1,2000}/gi

/** Ranges of long random values outside of web addresses; UUIDs, hashes and blockchain addresses do not count. */
export function randomRanges(text: string): { from: number; to: number }[] {
  if (text.length < SHORTEST) return []
  const addresses = text.includes('://')
    ? Array.from(text.matchAll(ADDRESS), ({ 0: found, index }) => ({
        from: index,
        to: index + found.length,
      }))
    : []
  let next = 0
  return Array.from(text.matchAll(VALUE)).flatMap(({ 0: value, index: from }) => {
    while ((addresses[next]?.to ?? Number.POSITIVE_INFINITY) <= from) next += 1
    const isInAddress = (addresses[next]?.from ?? Number.POSITIVE_INFINITY) <= from
    return !isInAddress && isRandom(value) ? [{ from, to: from + value.length }] : []
  })
}

/** Whether a value has 20 to 4096 code units of three or more kinds and is not words, numbers or `KNOWN`. */
export function isRandom(value: string): boolean {
  if (value.length < SHORTEST || value.length > 4_096) return false
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{N}]/u]
  if (kinds.filter(kind => kind.test(value)).length < 3 || KNOWN.test(value)) return false
  if (INDICATORS.test(value)) return false
  const parts = value.replace(PRICE_MARK, '_').split(/[_\-.]+/)
  const noise = parts.filter(part => !isWordlike(part))
  return noise.join('').length >= SHORTEST_NOISE
}

/** `EMA9+EMA21+EMA200` */
const INDICATORS = /^\p{Lu}{2,10}\d{0,3}(?:\+\p{Lu}{2,10}\d{0,3})+$/u
/** The sign before a price with decimals, as in `TP@69000.00`. */
const PRICE_MARK = /@(?=\d+[.,]\d+(?:[_\-+]|$))/g

/** UUIDs, hashes, and blockchain addresses: Ethereum, Bitcoin, Tron, Solana. */
const KNOWN = new RegExp(
  [
    '^[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}$',
    '^0x(?:[\\da-f]{40}|[\\da-f]{64})$',
    '^[\\da-f]{64}$',
    '^(?:bc1|tb1|ltc1|addr1|cosmos1)[\\da-z]{20,100}$',
    '^[13T][1-9A-HJ-NP-Za-km-z]{25,34}$',
    '^[1-9A-HJ-NP-Za-km-z]{43,44}$',
    '^[1-9A-HJ-NP-Za-km-z]{87,88}$',
  ].join('|'),
  'i',
)

/** Words, numbers, and words with a number or a sign at one of their ends: `LongEntry`, `EMA200`, `15m`, `NQ1!`. */
function isWordlike(part: string): boolean {
  const core = part.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  const letters = core.replace(/^\p{Nd}+|\p{Nd}+$/gu, '')
  if (letters === '') return true
  if (!/^\p{L}+$/u.test(letters)) return false
  const words = letters.match(/\p{Lu}?\p{Ll}+|\p{Lu}+|\p{L}/gu) ?? []
  return letters.length / words.length >= 3 || letters.length <= 3
}
