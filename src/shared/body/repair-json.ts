import { MAX_PAYLOAD_DEPTH } from '../payload/payload.ts'
import { isPlainBackslash, textMeant } from './escapes.ts'
import {
  AFTER_THE_END,
  BEHIND_COMMENT,
  type Bracket,
  CUT_OFF_NAME,
  closing,
  DOUBLE,
  FIELD_IN_COMMENT,
  HALF_VALUE,
  lengthBeforeClosing,
  likely,
  NAME,
  NAME_IN_COMMENT,
  type Next,
  type NextInStyle,
  NUMBER,
  nextByStyle,
  PLACEHOLDER,
  SEPARATORS,
  SPACE,
  type Style,
  styleOf,
  swallowsField,
  words,
} from './loose-json.ts'

/**
 * Repairs a JSON object that was typed by hand, broken when TradingView inserted its values, or cut
 * off. One rule finds the end of a value: only the next field or the end of the object may follow. So
 * `"Exit "TP1", rest "BE"` is one value, and so is `67,432.50`. A value that has no other form in JSON
 * becomes a string, as written. No character of a value is lost.
 * @returns JSON text; undefined where the structure is ambiguous
 */
export function repairJson(text: string): string | undefined {
  try {
    return new JsonRepair(text).repair()
  } catch (error) {
    if (error instanceof AmbiguousError) return undefined
    throw error
  }
}

class AmbiguousError extends Error {}

class JsonRepair {
  readonly #text: string
  readonly #open: Bracket[] = []
  #at = 0
  #json = ''
  /** Style of the name read last. */
  #style: Style = 'double'
  /** A budget of steps: a body that would take too long to repair counts as ambiguous. */
  #stepsLeft = 1_000_000

  constructor(text: string) {
    this.#text = text
  }

  repair(): string {
    this.#at = this.#skip(0)
    this.#object()
    if (!this.#matches(AFTER_THE_END, this.#skip(this.#at))) throw new AmbiguousError()
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
      throw new AmbiguousError()
    this.#open.push(bracket)
    this.#json += bracket
    this.#at += 1
  }

  #hasMore(): boolean {
    this.#at = this.#skip(this.#at, SEPARATORS)
    return !['', '}', ']'].includes(this.#character())
  }

  /** A closing bracket of an outer container closes this one too. */
  #end(bracket: Bracket): void {
    this.#open.pop()
    this.#json += closing(bracket)
    const found = this.#character()
    if (found === closing(bracket)) this.#at += 1
    else if (found !== '' && !this.#open.some(outer => closing(outer) === found))
      throw new AmbiguousError()
  }

  /** @returns the style of its quotes */
  #name(isFirst: boolean): Style {
    NAME.lastIndex = this.#at
    const [found, written] = NAME.exec(this.#text) ?? []
    if (found === undefined || written === undefined) return this.#cutOffName(isFirst)
    this.#at += found.length
    const style = styleOf(written.charAt(0))
    const isHalf = style === 'bare' && DOUBLE.includes(written.slice(-1))
    const meant =
      style === 'bare' ? written.slice(0, isHalf ? -1 : undefined) : textMeant(written.slice(1, -1))
    this.#json += `${JSON.stringify(meant)}:`
    this.#style = isHalf ? 'double' : style
    return this.#style
  }

  #cutOffName(isFirst: boolean): Style {
    if (isFirst) throw new AmbiguousError()
    CUT_OFF_NAME.lastIndex = this.#at
    const [, written] = CUT_OFF_NAME.exec(this.#text) ?? []
    if (written === undefined) throw new AmbiguousError()
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
    else if (styleOf(first) !== 'bare') this.#quoted(nextByStyle[style])
    else this.#bare()
  }

  #quoted(next: NextInStyle): void {
    const from = this.#at + 1
    const to = this.#endOfQuoted(from, next) ?? this.#likelyEnd(from) ?? this.#endOfCutOff(from)
    const written = this.#text.slice(from, to)
    if (swallowsField(written)) throw new AmbiguousError()
    this.#json += JSON.stringify(textMeant(written))
    this.#at = this.#isQuote(to, from) ? to + 1 : to
  }

  /** Counts brackets within a string, so that JSON in a string stays part of it. */
  #endOfQuoted(from: number, next: NextInStyle): number | undefined {
    let depth = 0
    let quotes = 0
    let hasPath = false
    for (let at = from; at < this.#text.length; at += 1) {
      this.#spend(1)
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
        if (quotes % 2 === 0 && this.#ends(at + 1, { ...next, field: next.half })) return at
        quotes += 1
      } else if (character === ',' && this.#beginsLine(at + 1, next.field)) return at
    }
    return undefined
  }

  #likelyEnd(from: number): number | undefined {
    for (let at = from; at < this.#text.length; at += 1) {
      this.#spend(1)
      if (this.#text[at] === '\\') at += 1
      else if (this.#isQuote(at, from) && this.#ends(at + 1, likely)) return at
    }
    return undefined
  }

  /** End of the text, before the brackets that close the open containers. */
  #endOfCutOff(from: number): number {
    const brackets = this.#open.map(bracket => `\\${closing(bracket)}\\s*`).reverse()
    const ending = this.#text.slice(from).slice(-1_000)
    const [found = ''] = new RegExp(String.raw`\s*${brackets.join('')}$`).exec(ending) ?? []
    return this.#text.length - found.length
  }

  #closesDirectly(at: number): boolean {
    return this.#text.charAt(this.#skip(at)) === closing(this.#open.at(-1))
  }

  /** Whether the next field begins a line: then a closing quote or a comma is missing before it. */
  #beginsLine(at: number, field: RegExp): boolean {
    const behind = this.#skip(at)
    return this.#text.slice(at, behind).includes('\n') && this.#matches(field, behind)
  }

  /** @param from after the opening quote */
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
      else if ('{}[]'.includes(this.#character())) throw new AmbiguousError()
      else this.#at = Math.max(this.#at + 1, this.#skip(this.#at))
    }
    const whole = this.#text.slice(from, this.#at).trim()
    const [, half] = HALF_VALUE.exec(whole) ?? []
    if (half !== undefined) this.#json += JSON.stringify(textMeant(half))
    else if (NUMBER.test(whole)) this.#json += whole
    else this.#json += words.get(whole) ?? JSON.stringify(textMeant(whole))
  }

  #endsBare(): boolean {
    this.#spend(1)
    const character = this.#character()
    if (character === ',' && this.#open.at(-1) === '[') return true
    return /[\s,;}\]]/.test(character) && this.#ends(this.#at, likely)
  }

  /** Whether a value may end here: only the next field or element, or the end, follows. */
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

  /** Position after white space, comments and the characters of `besides`. */
  #skip(from: number, besides = ''): number {
    let at = from
    for (let before = -1; before !== at; ) {
      before = at
      SPACE.lastIndex = at
      at += SPACE.exec(this.#text)?.[0].length ?? 0
      at = this.#endOfComment(at)
      if (at < this.#text.length && besides.includes(this.#text.charAt(at))) at += 1
    }
    this.#spend(at - from)
    return at
  }

  /**
   * Position after a comment. Slashes within a value, such as an address, do not begin a comment. A `//` comment
   * that lost its line feed ends before the next field, or before the closing brackets of the text. A field that begins
   * a comment with a line feed is part of it.
   */
  #endOfComment(at: number): number {
    if (this.#text[at] !== '/' || !/[\s,{[]/.test(this.#text.charAt(at - 1))) return at
    const mark = this.#text.slice(at, at + 2)
    if (mark !== '//' && mark !== '/*') return at
    const end = this.#text.indexOf(mark === '//' ? '\n' : '*/', at)
    this.#spend((end < 0 ? this.#text.length : end) - at)
    if (mark === '/*') return end < 0 ? at : end + mark.length
    const line = this.#text.slice(at, end < 0 ? undefined : end)
    const field =
      end >= 0 && FIELD_IN_COMMENT.test(line) ? undefined : BEHIND_COMMENT.exec(line)?.index
    const comment = line.slice(0, field ?? (end < 0 ? lengthBeforeClosing(line) : undefined))
    if (this.#endsValue(at, comment)) return at
    const hidesField = end < 0 && field === undefined && this.#style === 'bare'
    if (hidesField && NAME_IN_COMMENT.test(comment)) throw new AmbiguousError()
    return at + comment.length
  }

  /** Whether slashes after a quote belong to its value: then the value's closing quote comes after them. */
  #endsValue(at: number, comment: string): boolean {
    if (!/"\s*$/.test(this.#text.slice(Math.max(0, at - 20), at))) return false
    const behind = at + comment.length
    if (/^\s*[,;]/.test(this.#text.slice(behind, behind + 20))) return false
    return /"[\s,;]*$/.test(comment) && comment.split('"').length % 2 === 0
  }

  #matches(pattern: RegExp, at: number): boolean {
    pattern.lastIndex = at
    return pattern.test(this.#text)
  }

  #spend(cost: number): void {
    this.#stepsLeft -= cost
    if (this.#stepsLeft < 0) throw new AmbiguousError()
  }

  #character(): string {
    return this.#text.charAt(this.#at)
  }
}
