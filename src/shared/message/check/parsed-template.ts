/** A template as the markup parsers see it, with the position of every token in the template. */

import type { Attributes } from '../markup/html.ts'
import { markdownBlocks } from '../markup/markdown-blocks.ts'
import { type MarkdownToken, markdownTokens } from '../markup/markdown-tokens.ts'
import { ShallowParser } from '../markup/shallow-parser.ts'
import { Slots } from '../markup/slots.ts'
import { originalPosition, type Piece } from '../markup/source-map.ts'
import { blockEnds } from '../template/conditionals.ts'
import { type TemplateToken, templateTokens } from '../template/template-tokens.ts'

/** Positions in the template, in code units; `to` is exclusive. */
export type TemplateSpan = { from: number; to: number }

export type ParsedTemplate = {
  tokens: (TemplateSpan & { token: TemplateToken; isPaired: boolean })[]
  /** Markup with every condition met and slot marks in place of the placeholders. */
  markup: string
  /** Sample values for the placeholders, one `Slots` for each sample. */
  samples: readonly Slots[]
  /** Span of the template that became `start` to before `end` of the markup. */
  spanOf(start: number, end: number): TemplateSpan
}

/** In an address, the first can be a host and the second a port. */
const SAMPLE_VALUES = ['a.b', '1']

export function parseTemplate(template: string): ParsedTemplate {
  // Normalise as for a message, but keep the length.
  const found = templateTokens(template.toWellFormed().replace(/\r(?!\n)/g, '\n'))
  const ends = blockEnds(found)
  const samples = SAMPLE_VALUES.map(() => new Slots())
  const tokens: ParsedTemplate['tokens'] = []
  const pieces: Piece[] = []
  let markup = ''
  let from = 0
  for (const [index, token] of found.entries()) {
    const to = from + token.source.length
    const isPaired = ends.has(index)
    tokens.push({ token, isPaired, from, to })
    pieces.push({ at: markup.length, from })
    if (token.kind === 'value') markup += addSlot(samples)
    else if (!isPaired) markup += token.source
    from = to
  }

  return {
    tokens,
    markup,
    samples,
    spanOf: (start, end) => ({
      from: originalPosition(pieces, start),
      to: originalPosition(pieces, end - 1) + 1,
    }),
  }
}

/** All samples give the same mark, because they hold equally many slots. */
function addSlot(samples: readonly Slots[]): string {
  const [mark = ''] = samples.map((slots, index) =>
    slots.add({ text: SAMPLE_VALUES[index] ?? '', isPlaceholder: false }),
  )
  return mark
}

export type PlacedMarkdown = TemplateSpan & {
  token: MarkdownToken
  /** True for a character that a backslash escapes. */
  isEscape: boolean
  /** The span of a part of the token. */
  spanWithin(start: number, end: number): TemplateSpan
}

/** The tokens of a Markdown template, their delimiters paired. */
export function placedMarkdown({ markup, spanOf }: ParsedTemplate): PlacedMarkdown[] {
  return markdownBlocks(markup).flatMap(({ text, pieces }) =>
    markdownTokens(text).map(token => {
      const length = token.end - token.start
      const spanWithin = (start: number, end: number) =>
        spanOf(
          originalPosition(pieces, token.start + start),
          originalPosition(pieces, token.start + end - 1) + 1,
        )
      return {
        token,
        isEscape: token.kind === 'text' && length > token.text.length,
        spanWithin,
        ...spanWithin(0, length),
      }
    }),
  )
}

export type PlacedTag = TemplateSpan & {
  name: string
  /** Undefined in a closing tag. */
  attributes?: Attributes
}

/** Tags written in an HTML template, without implied ones. */
export function placedTags({ markup, spanOf }: ParsedTemplate): PlacedTag[] {
  const tags: PlacedTag[] = []
  const here = () => spanOf(parser.startIndex, parser.endIndex + 1)
  const parser: ShallowParser = new ShallowParser({
    onopentag(name, attributes, isImplied) {
      if (!isImplied) tags.push({ name, attributes, ...here() })
    },
    onclosetag(name, isImplied) {
      if (!isImplied) tags.push({ name, ...here() })
    },
  })
  parser.end(markup)
  return tags
}
