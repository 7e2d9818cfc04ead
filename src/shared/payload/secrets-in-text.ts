/** Finds secrets in an unparsed text: a raw body, or a value of a body. */

import { isSecret } from './key-names.ts'
import { randomRanges } from './random-values.ts'

/** Code units; `to` is exclusive. */
export type TextRange = { from: number; to: number }

/** Whether a name says that its value is never shown. */
export type IsHidden = (name: string) => boolean

/** Replaces a secret in a text. */
export const SECRET_MARK = '•••'

/**
 * Masks the values of hidden names in any notation: valid or broken JSON, JSON within a JSON string, pairs, forms,
 * lines of «name: value». Also masks the secret part of addresses that grant access.
 */
export const withoutNamedSecrets = (text: string, isHidden: IsHidden = isSecret): string =>
  replaced(text, namedSecrets(text, isHidden))

/** `withoutNamedSecrets`, also masking long random values without a telling name. For raw texts. */
export const withoutTextSecrets = (text: string, isHidden: IsHidden = isSecret): string =>
  replaced(text, secretsInText(text, isHidden))

/** Ranges of the secrets that `withoutTextSecrets` masks, in order, without overlaps. */
export function secretsInText(text: string, isHidden: IsHidden = isSecret): TextRange[] {
  return merged([...namedSecrets(text, isHidden), ...randomRanges(text)])
}

/** Code units read around an excerpt, in which the name or the end of a secret may be. */
const EXCERPT_ROOM = 2_000

/** Excerpt of a text, with secrets masked even if they only partly lie in it. */
export function excerptWithoutSecrets(
  text: string,
  { from, to }: TextRange,
  isHidden: IsHidden = isSecret,
): string {
  const start = Math.max(0, from - EXCERPT_ROOM)
  const ranges = secretsInText(text.slice(start, to + EXCERPT_ROOM), isHidden).flatMap(range => {
    const cut = {
      from: Math.max(range.from + start, from) - from,
      to: Math.min(range.to + start, to) - from,
    }
    return cut.from < cut.to ? [cut] : []
  })
  return replaced(text.slice(from, to), ranges)
}

function replaced(text: string, ranges: readonly TextRange[]): string {
  if (ranges.length === 0) return text
  let shown = ''
  let end = 0
  for (const { from, to } of ranges) {
    shown += text.slice(end, from) + SECRET_MARK
    end = to
  }
  return shown + text.slice(end)
}

function merged(ranges: TextRange[]): TextRange[] {
  const apart: TextRange[] = []
  for (const range of ranges.sort((one, other) => one.from - other.from)) {
    const last = apart.at(-1)
    if (last && range.from <= last.to) last.to = Math.max(last.to, range.to)
    else apart.push({ ...range })
  }
  return apart
}

const SEPARATOR = /[:=：]/g
function namedSecrets(text: string, isHidden: IsHidden): TextRange[] {
  if (!/[:=：]/.test(text)) return []
  const ranges: TextRange[] = []
  const separator = new RegExp(SEPARATOR)
  let brackets: ReadonlyMap<number, number> | undefined
  const bracketEnds = () => (brackets ??= closedBrackets(text))
  for (let match = separator.exec(text); match; match = separator.exec(text)) {
    if (!isNamedSecret(text, match.index, isHidden)) continue
    const value = valueBehind(text, match.index + 1, bracketEnds)
    if (value.to <= value.from) continue
    ranges.push(value)
    separator.lastIndex = value.to
  }
  return merged([...ranges, ...waysIn(text)])
}

/** Maximum code units of a name, and between a name and its separator. */
const NAME_ROOM = 64
const BETWEEN_ROOM = 10

/**
 * Whether the name before a separator is hidden: a quoted name as a whole, else its last word, or its last two or
 * three words joined.
 */
function isNamedSecret(text: string, at: number, isHidden: IsHidden): boolean {
  let end = at
  let isQuoted = false
  while (end > 0 && at - end < BETWEEN_ROOM) {
    const kind = kindOf(text.charCodeAt(end - 1))
    if (kind === 'name') break
    isQuoted ||= kind === 'quote'
    const isReference = text.charCodeAt(end - 1) === SEMICOLON && text.endsWith('&quot;', end)
    isQuoted ||= isReference
    end -= isReference ? '&quot;'.length : 1
  }
  let start = end
  while (start > 0 && end - start < NAME_ROOM) {
    const unit = text.charCodeAt(start - 1)
    if (kindOf(unit) !== 'name' && unit !== SPACE) break
    start -= 1
  }
  const name = text.slice(start, end).trim()
  if (name === '') return false
  const isPathHidden = (path: string) =>
    isHidden(path) || (path.includes('.') && path.split('.').some(isHidden))
  if (isQuoted || !name.includes(' ')) return isPathHidden(name)
  const words = name.split(/ +/).slice(-3)
  if (KEY_LEVEL.test(name) && PRICE.test(text.slice(at + 1, at + 1 + NAME_ROOM)))
    return words.slice(0, -1).some((_, first) => isHidden(words.slice(first).join('_')))
  return (
    isPathHidden(words.at(-1) ?? '') ||
    words.some((_, first) => isHidden(words.slice(first).join('_')))
  )
}

/** «Nivel clave: 67.000»: the adjective, not a password. */
const KEY_LEVEL =
  /(?:^| )(?:nivel|zona|área|punto|precio|soporte|resistencia|rango|vela|dato|línea|media|cifra) +clave$/i
const PRICE = /^[ \t]*[$€]?\d[\d.,]*(?:[-–]\d[\d.,]*)?[%$€kK]?(?=[\s,;|]|$)/

const SPACE = 32
const SEMICOLON = 59

/** Class of a code unit: part of a name, a quote, or anything else. */
const kindOf = (unit: number): 'name' | 'quote' | 'other' => {
  if (unit < ASCII.length) return ASCII[unit] ?? 'other'
  return unit === 0xbb || (unit >= 0x2018 && unit <= 0x201f) ? 'quote' : 'name'
}

const ASCII = Array.from({ length: 128 }, (_, unit) => {
  const character = String.fromCharCode(unit)
  if (/[\w$.-]/.test(character)) return 'name'
  return /["'`]/.test(character) ? 'quote' : 'other'
})

const OPENING = /(?:\\*["'`]|[“«]|&quot;)/y
const CLOSING: ReadonlyMap<string, string> = new Map([
  ['“', '”'],
  ['«', '»'],
])
/** Code units that are searched for the end of a secret. */
const VALUE_ROOM = 4_096
/** Maximum number of quotes tried as the end of a value. */
const MOST_QUOTES = 16

function valueBehind(
  text: string,
  separator: number,
  bracketEnds: () => ReadonlyMap<number, number>,
): TextRange {
  let from = separator
  if (text[from] === '>') from += 1
  while (from < text.length && /[ \t]/.test(text.charAt(from))) from += 1
  const start = /\s/.test(text.charAt(from)) ? skipLines(text, from) : from
  OPENING.lastIndex = start
  const [opening] = OPENING.exec(text) ?? []
  if (opening !== undefined) {
    const inside = start + opening.length
    return { from: inside, to: quotedEnd(text, inside, CLOSING.get(opening) ?? opening) }
  }
  const bracket = text.charAt(start)
  if (bracket === '{' || bracket === '[') {
    const end = bracketEnds().get(start) ?? Number.POSITIVE_INFINITY
    return { from: start, to: end <= start + VALUE_ROOM ? end : lineEnd(text, start) }
  }
  return { from, to: bareEnd(text, from) }
}

/** Skips line breaks before a quoted or bracketed value; other values must begin on the same line. */
function skipLines(text: string, from: number): number {
  const [space = ''] = /^\s{1,200}(?=["'{[])/.exec(text.slice(from, from + 201)) ?? []
  return from + space.length
}

/** Text that may follow a quoted value: a separator, bracket, quote, comment, line end, or the next name. */
const BEHIND_VALUE =
  /^(?:\s*(?:[,;}\])&|]|$)|\s+\/[/*]|\s*\n|\\*["']|\s+["']?[\p{L}_][\p{L}\p{N}_.-]{0,60}["']?\s*[:=])/u

/** End of a quoted value: the first quote before `BEHIND_VALUE`, else the first quote, else the end of the line. */
function quotedEnd(text: string, from: number, quote: string): number {
  const room = text.slice(from, from + VALUE_ROOM)
  let first = -1
  let tries = 0
  for (let at = room.indexOf(quote); at >= 0; at = room.indexOf(quote, at + 1)) {
    if (first < 0) first = at
    tries += 1
    if (tries > MOST_QUOTES) break
    if (BEHIND_VALUE.test(room.slice(at + quote.length, at + 120))) return from + at
  }
  return first >= 0 ? from + first : lineEnd(text, from)
}

/** Maps the position of each closed bracket to its end. */
function closedBrackets(text: string): Map<number, number> {
  const ends = new Map<number, number>()
  const open: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (character === '{' || character === '[') open.push(at)
    else if (character === '}' || character === ']') {
      const opening = open.pop()
      if (opening !== undefined) ends.set(opening, at + 1)
    }
  }
  return ends
}

const NEXT_NAME = /(?<![\s,;&|])[\s,;&|]+["']?[\p{L}_][\p{L}\p{N}_.-]{0,60}["']?[ \t]*[:=]/u
const BEHIND_BARE = /[\s,;&|}\])]/
/** Word that looks like a secret rather than a word of a sentence. */
const SOLE = /^(?=.*[\d#$%!@])\S{6,}$|^\S{16,}$/

/**
 * End of an unquoted value: the next name or the end of the line, without trailing separators and closing brackets.
 * If several words are left and the first looks like a secret, the end of the first.
 */
function bareEnd(text: string, from: number): number {
  const room = text.slice(from, from + VALUE_ROOM)
  const line = room.slice(0, lineEnd(room, 0))
  const next = NEXT_NAME.exec(line)?.index ?? line.length
  let end = next
  while (end > 0 && BEHIND_BARE.test(line.charAt(end - 1))) end -= 1
  const value = line.slice(0, end)
  const [word = ''] = /^[^\s,;&|]+/.exec(value) ?? []
  const isSole = word.length < value.length && SOLE.test(word)
  return from + (isSole ? word.length : value.length)
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

/** Web address whose path or user grants access: `https://x.es/hook/…`, `https://user:pass@x.es`. */
const ADDRESS = /\bhttps?:\/\/[^\s"'<>\\]{1,2000}/gi
const HOOK = /^(https?:\/\/[^/]*\/(?:[^?#]*\/)?(?:[\w-]*hooks?|services|bot(?=\d+:))\/?)(.+)$/i
const USER = /^(https?:\/\/)([^/?#@]+)@/i

function waysIn(text: string): TextRange[] {
  if (!text.includes('://')) return []
  return Array.from(text.matchAll(ADDRESS)).flatMap(({ 0: address, index }) => {
    const [, scheme = '', user] = USER.exec(address) ?? []
    const [, head = '', rest] = HOOK.exec(address) ?? []
    return [
      ...(user === undefined
        ? []
        : [{ from: index + scheme.length, to: index + scheme.length + user.length }]),
      ...(rest === undefined ? [] : [{ from: index + head.length, to: index + address.length }]),
    ]
  })
}
