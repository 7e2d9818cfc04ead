import { MAX_PAYLOAD_DEPTH } from '../payload/payload.ts'
import { isPlainBackslash, textMeant } from './escapes.ts'

/**
 * What was meant for a JSON object, as JSON text: typed by hand, broken when TradingView put its
 * values in, or cut off. One rule tells a value from what surrounds it: it ends where nothing can
 * follow but the next field or the end. So `"Exit "TP1", rest "BE"` is whole, and `67,432.50` is one
 * value. What JSON has no other form for is a text, as it is written; no character of a value is lost.
 * @returns undefined where it is not clear what belongs to what
 */
export function repairJson(text: string): string | undefined {
  try {
    return new JsonRepair(text).repair()
  } catch (error) {
    if (error instanceof UnclearError) return undefined
    throw error
  }
}

class UnclearError extends Error {}

type Bracket = '{' | '['

/** What has to stand behind a comma for the value before it to have ended. */
type Next = { field: RegExp; element: RegExp }
/** Where the comma was forgotten, `name` has to begin a line. */
type NextAlike = Next & { name: RegExp }

const DOUBLE = '"“”„«»'
const SINGLE = "'‘’‚"
/** What stands between fields, and what some write instead. */
const SEPARATORS = ',;'
/** White space, and what nobody sees. */
const SPACES = String.raw`[\s\p{DI}]*`
const name = {
  double: String.raw`[${DOUBLE}](?:\\.|[^\\${DOUBLE}]){0,200}[${DOUBLE}]`,
  single: String.raw`[${SINGLE}](?:\\.|[^\\${SINGLE}]){0,200}[${SINGLE}]`,
  bare: String.raw`[\p{L}_$][\p{L}\p{N}_$.\-]{0,200}`,
}
const ANY_NAME = `(?:${name.double}|${name.single}|${name.bare})`
const COLON = `${SPACES}:(?!//)`
/** One without quotes comes to its end before there are any. */
const BEGINNING_OF_VALUE = String.raw`${SPACES}(?:[${DOUBLE}${SINGLE}{[]|[^,}\]"'\n]*(?:[,}\]\n]|$))`

const sticky = (pattern: string) => new RegExp(pattern, 'uy')
/** A field, or as much of its name as was left when the text was cut off. */
const field = (ofName: string, value = '') =>
  sticky(String.raw`(?:${ofName}${COLON}${value}|["'][^"'{}[\]:,]*$)`)
const element = sticky(String.raw`[${DOUBLE}${SINGLE}{[\d\-]|(?:true|false|null)\b`)
const next = (ofName: string): NextAlike => ({
  field: field(ofName, BEGINNING_OF_VALUE),
  name: field(ofName),
  element,
})

/** The fields of one object are written alike. */
const alike = {
  double: next(name.double),
  single: next(name.single),
  bare: next(`(?:${name.bare}|${name.double})`),
} satisfies Record<string, NextAlike>
type Style = keyof typeof alike
const likely: Next = { field: field(ANY_NAME), element: sticky('.') }

const NAME = sticky(`(${ANY_NAME})${SPACES}:`)
const CUT_OFF_NAME = sticky(String.raw`["']?([^"'{}[\]:,]*)["']?\s*$`)
const SPACE = sticky(SPACES)
const AFTER_THE_END = sticky(String.raw`[\s\p{DI}}\],;]*$`)
const PLACEHOLDER = sticky(String.raw`\{\{[^{}\n]*\}\}`)
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i
const words = new Map([
  ...['true', 'True', 'TRUE'].map(word => [word, 'true'] as const),
  ...['false', 'False', 'FALSE'].map(word => [word, 'false'] as const),
  ...['null', 'None', 'undefined', 'na', 'NaN', 'nan'].map(word => [word, 'null'] as const),
  ...['Infinity', '+Infinity', '-Infinity'].map(word => [word, 'null'] as const),
])

class JsonRepair {
  readonly #text: string
  readonly #open: Bracket[] = []
  #at = 0
  #json = ''
  /** Whatever else waits is not kept waiting by what has to be looked at again and again. */
  #looksLeft = 1_000_000

  constructor(text: string) {
    this.#text = text
  }

  repair(): string {
    this.#at = this.#skip(0)
    this.#object()
    if (!this.#matches(AFTER_THE_END, this.#skip(this.#at))) throw new UnclearError()
    return this.#json
  }

  #object(): void {
    this.#begin('{')
    for (let isFirst = true; this.#hasMore(); isFirst = false) {
      if (!isFirst) this.#json += ','
      this.#value(this.#name(isFirst))
    }
    this.#end('{')
  }

  #list(): void {
    this.#begin('[')
    for (let isFirst = true; this.#hasMore(); isFirst = false) {
      if (!isFirst) this.#json += ','
      this.#value('double')
    }
    this.#end('[')
  }

  #begin(bracket: Bracket): void {
    if (this.#character() !== bracket || this.#open.length === MAX_PAYLOAD_DEPTH)
      throw new UnclearError()
    this.#open.push(bracket)
    this.#json += bracket
    this.#at += 1
  }

  #hasMore(): boolean {
    this.#at = this.#skip(this.#at, SEPARATORS)
    return !['', '}', ']'].includes(this.#character())
  }

  /** A bracket that closes something around this one closes this one too. */
  #end(bracket: Bracket): void {
    this.#open.pop()
    this.#json += closing(bracket)
    const found = this.#character()
    if (found === closing(bracket)) this.#at += 1
    else if (found !== '' && !this.#open.some(outer => closing(outer) === found))
      throw new UnclearError()
  }

  /** @returns how it is quoted */
  #name(isFirst: boolean): Style {
    NAME.lastIndex = this.#at
    const [found, written] = NAME.exec(this.#text) ?? []
    if (found === undefined || written === undefined) return this.#cutOffName(isFirst)
    this.#at += found.length
    const style = styleOf(written.charAt(0))
    const meant = style === 'bare' ? written : textMeant(written.slice(1, -1))
    this.#json += `${JSON.stringify(meant)}:`
    return style
  }

  #cutOffName(isFirst: boolean): Style {
    CUT_OFF_NAME.lastIndex = this.#at
    const [, written] = CUT_OFF_NAME.exec(this.#text) ?? []
    if (isFirst || written === undefined) throw new UnclearError()
    this.#json += `${JSON.stringify(written)}:`
    this.#at = this.#text.length
    return 'double'
  }

  #value(style: Style): void {
    this.#at = this.#skip(this.#at)
    const first = this.#character()
    if (['', ',', '}', ']'].includes(first)) this.#json += 'null'
    else if (this.#matches(PLACEHOLDER, this.#at)) this.#bare()
    else if (first === '{') this.#object()
    else if (first === '[') this.#list()
    else if (styleOf(first) !== 'bare') this.#quoted(alike[style])
    else this.#bare()
  }

  #quoted(next: NextAlike): void {
    const from = this.#at + 1
    const to = this.#endOfQuoted(from, next) ?? this.#likelyEnd(from) ?? this.#endOfCutOff(from)
    this.#json += JSON.stringify(textMeant(this.#text.slice(from, to)))
    this.#at = this.#isQuote(to, from) ? to + 1 : to
  }

  /** Brackets that a text opens it closes as well, so that JSON in a text stays in it. */
  #endOfQuoted(from: number, next: NextAlike): number | undefined {
    let depth = 0
    let hasPath = false
    for (let at = from; at < this.#text.length; at += 1) {
      this.#look(1)
      const character = this.#text.charAt(at)
      if ('{['.includes(character)) depth += 1
      else if ('}]'.includes(character)) depth = Math.max(0, depth - 1)
      else if (character === '\\') {
        // `C:\dir\"`: the backslash belongs to the text, the quote does not.
        if (hasPath && this.#isQuote(at + 1, from) && this.#ends(at + 2, next)) return at + 1
        hasPath ||= isPlainBackslash(this.#text, at)
        at += 1
      } else if (depth > 0) continue
      else if (this.#isQuote(at, from)) {
        if (this.#closesDirectly(at + 1) || this.#ends(at + 1, next)) return at
        if (this.#beginsLine(at + 1, next.name)) return at
      } else if (character === ',' && this.#beginsLine(at + 1, next.field)) return at
    }
    return undefined
  }

  #likelyEnd(from: number): number | undefined {
    for (let at = from; at < this.#text.length; at += 1) {
      this.#look(1)
      if (this.#text[at] === '\\') at += 1
      else if (this.#isQuote(at, from) && this.#ends(at + 1, likely)) return at
    }
    return undefined
  }

  /** All there is, but for the brackets that end what is open. */
  #endOfCutOff(from: number): number {
    const brackets = this.#open.map(bracket => `\\${closing(bracket)}\\s*`).reverse()
    const ending = this.#text.slice(from).slice(-1_000)
    const [found = ''] = new RegExp(String.raw`\s*${brackets.join('')}$`).exec(ending) ?? []
    return this.#text.length - found.length
  }

  #closesDirectly(at: number): boolean {
    return this.#text.charAt(this.#skip(at)) === closing(this.#open.at(-1))
  }

  /** A closing quote, or the comma behind it, was forgotten where the next field begins a line. */
  #beginsLine(at: number, field: RegExp): boolean {
    const behind = this.#skip(at)
    return this.#text.slice(at, behind).includes('\n') && this.#matches(field, behind)
  }

  /** @param from behind the quote that opened */
  #isQuote(at: number, from: number): boolean {
    const character = this.#text.charAt(at)
    const opened = this.#text.charAt(from - 1)
    if (character === '' || opened === '"' || opened === "'") return character === opened
    return styleOf(character) === styleOf(opened)
  }

  #bare(): void {
    const from = this.#at
    while (this.#at < this.#text.length && !this.#endsBare()) {
      PLACEHOLDER.lastIndex = this.#at
      const [placeholder] = PLACEHOLDER.exec(this.#text) ?? []
      if (placeholder) this.#at += placeholder.length
      else if ('{}[]'.includes(this.#character())) throw new UnclearError()
      else this.#at = Math.max(this.#at + 1, this.#skip(this.#at))
    }
    const written = this.#text.slice(from, this.#at).trim()
    if (NUMBER.test(written)) this.#json += written
    else this.#json += words.get(written) ?? JSON.stringify(textMeant(written))
  }

  #endsBare(): boolean {
    this.#look(1)
    const character = this.#character()
    if (character === ',' && this.#open.at(-1) === '[') return true
    return /[\s,;}\]]/.test(character) && this.#ends(this.#at, likely)
  }

  /** Whether a value may end here: nothing but what is next, or the end of it all, follows. */
  #ends(from: number, next: Next): boolean {
    let at = this.#skip(from)
    let open = this.#open.length
    while (open > 0 && '}]'.includes(this.#text.charAt(at))) {
      const opening = this.#text.charAt(at) === '}' ? '{' : '['
      const closed = this.#open.lastIndexOf(opening, open - 1)
      if (closed < 0) return false
      open = closed
      at = this.#skip(at + 1)
    }
    if (open === 0) return this.#matches(AFTER_THE_END, at)
    const inList = this.#open[open - 1] === '['
    const behind = this.#skip(at, SEPARATORS)
    if (['', '}', ']'].includes(this.#text.charAt(behind))) return true
    if (behind === from || (inList && behind === at)) return false
    return this.#matches(inList ? next.element : next.field, behind)
  }

  /** Behind white space and comments, and behind what is given besides. */
  #skip(from: number, besides = ''): number {
    let at = from
    for (let before = -1; before !== at; ) {
      before = at
      SPACE.lastIndex = at
      at += SPACE.exec(this.#text)?.[0].length ?? 0
      at = this.#endOfComment(at)
      if (at < this.#text.length && besides.includes(this.#text.charAt(at))) at += 1
    }
    this.#look(at - from)
    return at
  }

  /** What looks like a comment within a value, such as an address, is none. */
  #endOfComment(at: number): number {
    if (this.#text[at] !== '/' || !/[\s,{[]/.test(this.#text.charAt(at - 1))) return at
    const mark = this.#text.slice(at, at + 2)
    if (mark !== '//' && mark !== '/*') return at
    const end = this.#text.indexOf(mark === '//' ? '\n' : '*/', at)
    this.#look((end < 0 ? this.#text.length : end) - at)
    if (end < 0) return at
    return mark === '//' ? end : end + mark.length
  }

  #matches(pattern: RegExp, at: number): boolean {
    pattern.lastIndex = at
    return pattern.test(this.#text)
  }

  #look(cost: number): void {
    this.#looksLeft -= cost
    if (this.#looksLeft < 0) throw new UnclearError()
  }

  #character(): string {
    return this.#text.charAt(this.#at)
  }
}

const closing = (bracket: Bracket | undefined): string => (bracket === '[' ? ']' : '}')

function styleOf(quote: string): Style {
  if (DOUBLE.includes(quote)) return 'double'
  return SINGLE.includes(quote) ? 'single' : 'bare'
}
