import type { Piece } from './source-map.ts'

/** Whole lines of a Markdown text, without the `>` of a quote. */
export type MarkdownBlock = {
  isQuote: boolean
  text: string
  /** Pieces of the Markdown that form `text` when joined by line feeds. */
  pieces: Piece[]
}

/**
 * The blocks of a text; the line feed between two blocks belongs to neither. Neighbouring lines that
 * begin with `>` are one quote, except within a fenced block.
 */
export function markdownBlocks(markdown: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = []
  for (let start = 0; start <= markdown.length; ) {
    const isQuote = markdown[start] === '>'
    const end = isQuote ? lineEnd(markdown, start) : proseEnd(markdown, start)
    const line = markdown.slice(start, end)
    const piece = isQuote ? line.replace(/^> ?/, '') : line
    const from = end - piece.length
    const block = blocks.at(-1)
    if (block?.isQuote === isQuote) {
      block.pieces.push({ at: block.text.length + 1, from })
      block.text += `\n${piece}`
    } else {
      blocks.push({ isQuote, text: piece, pieces: [{ at: 0, from }] })
    }
    start = end + 1
  }
  return blocks
}

function lineEnd(markdown: string, start: number): number {
  const end = markdown.indexOf('\n', start)
  return end < 0 ? markdown.length : end
}

/** End of the line or, if a fenced block begins on it, of the line that closes the block. */
function proseEnd(markdown: string, start: number): number {
  let position = start
  while (true) {
    const end = lineEnd(markdown, position)
    const fence = markdown.slice(position, end).indexOf('```')
    if (fence < 0) return end
    const close = markdown.indexOf('```', position + fence + 3)
    if (close < 0) return end
    position = close + 3
  }
}
