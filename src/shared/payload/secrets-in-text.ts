/** Finds secrets in a text that nobody parsed: a body as it came, or a value of one. */

import { isSecret } from './key-names.ts'
import { randomRanges } from './random-values.ts'

/** Code units; `to` is exclusive. */
export type TextRange = { from: number; to: number }

/** Whether a name says that its value is never shown. */
export type IsHidden = (name: string) => boolean

/** Stands where a secret stood. */
export const SECRET_MARK = '•••'

/**
 * The text without the values of hidden names, in whatever form they stand there: JSON, whole or broken,
 * also within a text of JSON; pairs; forms; lines of «name: value»; addresses that are a way in.
 */
export const withoutNamedSecrets = (text: string, isHidden: IsHidden = isSecret): string =>
  replaced(text, namedSecrets(text, isHidden))

/** The same, and without long random values that no name announces. For a text that came as it is. */
export const withoutTextSecrets = (text: string, isHidden: IsHidden = isSecret): string =>
  replaced(text, secretsInText(text, isHidden))

/** The places of these secrets, in order and apart from each other. */
export function secretsInText(text: string, isHidden: IsHidden = isSecret): TextRange[] {
  return merged([...namedSecrets(text, isHidden), ...randomRanges(text)])
}

/** Code units around an excerpt in which the name of a secret, or its end, may be. */
const EXCERPT_ROOM = 2_000

/** A part of a text without the secrets that begin, end or are in it. */
export function excerptWithoutSecrets(text: string, { from, to }: TextRange): string {
  const start = Math.max(0, from - EXCERPT_ROOM)
  const ranges = secretsInText(text.slice(start, to + EXCERPT_ROOM)).flatMap(range => {
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

/** Code units of a name, and of what stands between it and its separator. */
const NAME_ROOM = 64
const BETWEEN_ROOM = 10

/**
 * Whether the name before a separator is hidden: a quoted one as a whole, else its last word, or up to
 * three words as one.
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
  return (
    isPathHidden(words.at(-1) ?? '') ||
    words.some((_, first) => isHidden(words.slice(first).join('_')))
  )
}

const SPACE = 32
const SEMICOLON = 59

/** A code unit of a name, one of a quote, or anything else. */
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
/** Code units in which the end of a quoted or bracketed secret is looked for. */
const VALUE_ROOM = 4_096
/** Quotes that may be within a value. */
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

/** A value on the next line has to be quoted. */
function skipLines(text: string, from: number): number {
  const [space = ''] = /^\s{1,200}(?=["'{[])/.exec(text.slice(from, from + 201)) ?? []
  return from + space.length
}

/** A quoted value ends before a separator, an end, a comment, a line, or the next name. */
const BEHIND_VALUE =
  /^(?:\s*(?:[,;}\])&|]|$)|\s+\/[/*]|\s*\n|\\*["']|\s+["']?[\p{L}_][\p{L}\p{N}_.-]{0,60}["']?\s*[:=])/u

/** A quote ends the value where something follows that may follow a value. */
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

/** The ends of brackets that are closed, by where they open. */
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
/** Looks like no word of a sentence. */
const SOLE = /^(?=.*[\d#$%!@])\S{6,}$|^\S{16,}$/

/**
 * The end of a value without quotes: the next name, what closes an object, or the end of the line. Where
 * a blank follows it, it is one word, if that looks like a secret, and else the rest of the line.
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

/** A web address whose path, or user, lets one in: `https://x.es/hook/…`, `https://user:pass@x.es`. */
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
