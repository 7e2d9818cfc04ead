/** The inline tokens of a Markdown text: escapes, code, links, and delimiter runs with their pairs. */

import { pairDelimiters } from './delimiter-runs.ts'
import type { Format } from './message-writer.ts'

/** Span of a token in the text, with its escapes, fences and address. */
type Place = { start: number; end: number }

/** CommonMark's delimiter run: equal characters in a row, such as `**`, and the result of pairing them. */
export type DelimiterRun = Place & {
  kind: 'run'
  character: string
  canOpen: boolean
  canClose: boolean
  /** Formats that end here, then characters that stay text, then formats that begin, in this order. */
  closes: number
  letters: number
  opens: number
}

export type MarkdownToken = Place &
  (
    | { kind: 'text'; text: string }
    | { kind: 'code'; text: string; format: Format }
    | { kind: 'link'; address: string }
    | { kind: 'link-end' }
    | DelimiterRun
  )

const SPECIAL = /\\[!-/:-@[-`{-~]|`{1,3}|[[\]]|\*+|_+|~+|\|+/g
const ESCAPE = /\\([!-/:-@[-`{-~])/g
const LANGUAGE = /^([\w+#.-]{0,32})\n/

export function markdownTokens(markdown: string): MarkdownToken[] {
  const tokens = new Tokenizer(markdown).tokens()
  pairDelimiters(tokens)
  return tokens
}

class Tokenizer {
  readonly #markdown: string
  readonly #tokens: MarkdownToken[] = []
  /** Indices of bracket tokens that may begin a link. */
  #brackets: number[] = []
  readonly #parentheses: Map<number, number>
  /** Widths of backtick runs that no later run closes. */
  readonly #unclosable = new Set<number>()

  constructor(markdown: string) {
    this.#markdown = markdown
    this.#parentheses = matchingParentheses(markdown)
  }

  tokens(): MarkdownToken[] {
    const special = new RegExp(SPECIAL)
    let position = 0
    for (;;) {
      special.lastIndex = position
      const match = special.exec(this.#markdown)
      this.#text(this.#markdown.slice(position, match?.index), position)
      if (match === null) return this.#tokens
      position = this.#read(match[0], match.index)
    }
  }

  #text(text: string, start: number, end = start + text.length): void {
    if (text !== '') this.#tokens.push({ kind: 'text', text, start, end })
  }

  /** Reads the token that begins at `start` with the characters found. @returns its end */
  #read(found: string, start: number): number {
    const end = start + found.length
    switch (found[0]) {
      case '\\':
        this.#text(found.slice(1), start, end)
        return end
      case '`':
        return this.#code(found, start)
      case '[':
        this.#brackets.push(this.#tokens.length)
        this.#text(found, start)
        return end
      case ']':
        return this.#linkEnd(start)
      default:
        this.#run(found, start)
        return end
    }
  }

  #code(found: string, start: number): number {
    const width = found.length
    const open = start + width
    const close = this.#codeEnd(open, width)
    if (close === undefined) {
      this.#text(found, start)
      return open
    }
    const text = this.#markdown.slice(open, close)
    const end = close + width
    const code = width < 3 ? { text, format: { type: 'code' as const } } : fenced(text)
    this.#tokens.push({ kind: 'code', ...code, start, end })
    return end
  }

  #codeEnd(from: number, width: number): number | undefined {
    if (this.#unclosable.has(width)) return undefined
    const partner = width < 3 ? new RegExp(`(?<!\`)\`{${width}}(?!\`)`, 'g') : /```/g
    partner.lastIndex = from
    const close = partner.exec(this.#markdown)?.index
    if (close === undefined) this.#unclosable.add(width)
    return close
  }

  #linkEnd(start: number): number {
    const bracket = this.#brackets.pop()
    const open = this.#tokens[bracket ?? -1]
    const close = this.#parentheses.get(start + 1)
    if (bracket === undefined || open === undefined || close === undefined) {
      this.#text(']', start)
      return start + 1
    }
    const end = close + 1
    const address = this.#markdown.slice(start + 2, close).replace(ESCAPE, '$1')
    this.#tokens[bracket] = { kind: 'link', address, start: open.start, end: open.end }
    this.#tokens.push({ kind: 'link-end', start, end })
    // The brackets still open surround this link, and links do not nest.
    this.#brackets = []
    return end
  }

  #run(found: string, start: number): void {
    const character = found.charAt(0)
    const { length } = found
    if (character === '|' ? length !== 2 : length > 3) {
      this.#text(found, start)
      return
    }
    const end = start + length
    const before = characterBefore(this.#markdown, start)
    const after = characterAfter(this.#markdown, end)
    this.#tokens.push({
      kind: 'run',
      character,
      start,
      end,
      canOpen: !isSpace(after) && !(character === '_' && isWord(before)),
      canClose: !isSpace(before) && !(character === '_' && isWord(after)),
      closes: 0,
      letters: length,
      opens: 0,
    })
  }
}

function fenced(text: string): { text: string; format: Format } {
  const [firstLine = '', language = ''] = LANGUAGE.exec(text) ?? []
  return {
    text: text.slice(firstLine.length).replace(/\n$/, ''),
    format: { type: 'pre', ...(language !== '' && { language }) },
  }
}

/** Maps the index of each opening parenthesis to that of its closing one on the same line. */
function matchingParentheses(markdown: string): Map<number, number> {
  const pairs = new Map<number, number>()
  let open: number[] = []
  for (const { 0: found, index } of markdown.matchAll(/\\[()\\]|[()\n]/g)) {
    if (found === '(') open.push(index)
    if (found === '\n') open = []
    const start = found === ')' ? open.pop() : undefined
    if (start !== undefined) pairs.set(start, index)
  }
  return pairs
}

/** The character that ends before the index; empty at the beginning. */
function characterBefore(text: string, index: number): string {
  return Array.from(text.slice(Math.max(0, index - 2), index)).at(-1) ?? ''
}

/** The character that begins at the index; empty at the end. */
function characterAfter(text: string, index: number): string {
  return Array.from(text.slice(index, index + 2)).at(0) ?? ''
}

function isSpace(character: string): boolean {
  return character.trim() === ''
}

/** Lone surrogates are the marks of inserted values and count as letters. */
function isWord(character: string): boolean {
  return /[\p{L}\p{M}\p{N}\p{Cs}]/u.test(character)
}
