import type { OpenTemplate, TemplateSpan } from './check/parsed-template.ts'
import { matchRuns } from './markup/delimiter-runs.ts'
import type { Attributes } from './markup/html.ts'
import { markdownBlocks } from './markup/markdown-blocks.ts'
import { type MarkdownToken, markdownTokens } from './markup/markdown-tokens.ts'
import { ShallowParser } from './markup/shallow-parser.ts'
import { originOf } from './markup/source-map.ts'

export type PlacedMarkdown = TemplateSpan & {
  token: MarkdownToken
  /** A sign whose backslash takes its meaning away. */
  isEscape: boolean
  /** Where that part of the token stands. */
  spanWithin(start: number, end: number): TemplateSpan
}

/** The tokens of a Markdown template, with what becomes of its marks. */
export function placedMarkdown({ markup, spanOf }: OpenTemplate): PlacedMarkdown[] {
  return markdownBlocks(markup).flatMap(({ text, pieces }) => {
    const tokens = markdownTokens(text)
    matchRuns(tokens)
    return tokens.map(token => {
      const length = token.end - token.start
      const spanWithin = (start: number, end: number) =>
        spanOf(originOf(pieces, token.start + start), originOf(pieces, token.start + end - 1) + 1)
      return {
        token,
        isEscape: token.kind === 'text' && length > token.text.length,
        spanWithin,
        ...spanWithin(0, length),
      }
    })
  })
}

export type PlacedTag = TemplateSpan & {
  name: string
  /** Undefined in a closing tag. */
  attributes?: Attributes
}

/** The tags that are written in an HTML template. */
export function placedTags({ markup, spanOf }: OpenTemplate): PlacedTag[] {
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
