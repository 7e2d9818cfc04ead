import { lazily } from './lazily.ts'

const segmenter = lazily(() => new Intl.Segmenter('es', { granularity: 'grapheme' }))

/** Below this, every code unit is a character of its own, except in `\r\n`. */
const FIRST_COMBINING = 0x300

/**
 * Start of the character that spans a position, or the position itself if it is between two characters. Flags,
 * families and letters with accents are several code points.
 * @param from a position before it at which a character begins
 */
export function graphemeStart(text: string, position: number, from = 0): number {
  if (position <= from || position >= text.length) return position
  const [before, after] = [text.charCodeAt(position - 1), text.charCodeAt(position)]
  if (before < FIRST_COMBINING && after < FIRST_COMBINING && before !== 0x0d) return position
  const around = text.slice(from, position + 2)
  return (
    from +
    (segmenter()
      .segment(around)
      .containing(position - from)?.index ?? 0)
  )
}
