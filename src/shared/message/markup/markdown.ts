/** Markdown as people type it in Telegram. */

import { memoize } from '../../memoize.ts'
import type { RichMessage } from '../rich-message.ts'
import { markdownBlocks } from './markdown-blocks.ts'
import { type MarkdownToken, markdownTokens } from './markdown-tokens.ts'
import { type Format, MessageWriter } from './message-writer.ts'
import type { Slots } from './slots.ts'

type Block = { isQuote: boolean; tokens: readonly MarkdownToken[] }

/**
 * Cache size in code units of Markdown. Alerts that share a template differ only in their values, which slots
 * replace here.
 */
const ROOM = 65_536

/** `markdown` is well-formed Unicode except for the marks of `slots`; its lines end with line feeds. */
export function parseMarkdown(markdown: string, slots: Slots): RichMessage {
  const writer = new MessageWriter()
  readMarkdown(markdown).forEach(({ isQuote, tokens }, index) => {
    if (index > 0) writer.text('\n')
    if (isQuote) writer.open({ type: 'blockquote' })
    writeInline(tokens, slots, writer)
    if (isQuote) writer.close()
  })
  return writer.message()
}

const readMarkdown = memoize(
  (markdown): readonly Block[] =>
    markdownBlocks(markdown).map(({ isQuote, text }) => ({
      isQuote,
      tokens: markdownTokens(text),
    })),
  ROOM,
)

function writeInline(tokens: readonly MarkdownToken[], slots: Slots, writer: MessageWriter): void {
  for (const token of tokens) {
    switch (token.kind) {
      case 'text':
        slots.write(token.text, writer)
        break
      case 'code':
        writer.open(token.format)
        slots.write(token.text, writer)
        writer.close()
        break
      case 'link': {
        writer.text(slots.markOf(token.address))
        const url = slots.inAddress(token.address)
        writer.open(url === undefined ? undefined : { type: 'text_link', url })
        break
      }
      case 'link-end':
        writer.close()
        break
      case 'run':
        for (let times = 0; times < token.closes; times += 1) writer.close()
        writer.text(token.character.repeat(token.letters))
        for (let times = 0; times < token.opens; times += 1) writer.open(formatOf(token.character))
        break
      default:
        token satisfies never
    }
  }
}

function formatOf(character: string): Format {
  switch (character) {
    case '*':
      return { type: 'bold' }
    case '_':
      return { type: 'italic' }
    case '~':
      return { type: 'strikethrough' }
    default:
      return { type: 'spoiler' }
  }
}
