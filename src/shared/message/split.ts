import { graphemeStart } from '../graphemes.ts'
import type { MessageEntity, RichMessage } from './rich-message.ts'
import { outsideOfTimes, sliceMessage, trimMessage } from './rich-message.ts'

/**
 * Telegram's limits for one message. Its third limit, 32768 bytes of raw text, cannot be reached: a
 * code point has at most four bytes.
 */
export const MESSAGE_MAX_CODE_POINTS = 4096
export const MESSAGE_MAX_ENTITIES = 100

/** Unit of Telegram's limit of 4096: code points, but a Bot API server has been seen to count UTF-16 units. */
export type LengthUnit = 'code-points' | 'utf16'

export function messageLength(message: RichMessage): number {
  return message.text.length - (message.text.match(/[\u{10000}-\u{10ffff}]/gu)?.length ?? 0)
}

export const lengthBy = (unit: LengthUnit, message: RichMessage): number =>
  unit === 'utf16' ? message.text.length : messageLength(message)

/**
 * Code units. Parts are filled to at least a half, those of longer texts to seven eighths, so that 64 KB always fit
 * into 20 parts: otherwise lines of 2100 characters would make one part each.
 */
const SPARSE_UP_TO = 20 * (MESSAGE_MAX_CODE_POINTS / 2)
const leastFilled = (text: string): number => (text.length > SPARSE_UP_TO ? 7 / 8 : 1 / 2)

/** A part of a message, and where the next part begins in the message's text. */
type Part = { piece: RichMessage; end: number }

export const splitMessage = (message: RichMessage, unit?: LengthUnit): RichMessage[] =>
  [...partsFrom(message, 0, unit)].map(({ piece }) => piece)

/**
 * Splits a message, from `from` on, into parts that fit into one Telegram message each: at the last
 * line break that fills a part well, else between words, else between characters, but not within a time. Entities are split
 * too, white space at the cuts is dropped, and parts without visible characters are left out.
 * @param from 0, or the `end` of a part
 */
export function* partsFrom(
  message: RichMessage,
  from: number,
  unit: LengthUnit = 'code-points',
): Generator<Part, void> {
  const { text } = message
  const entities = message.entities.toSorted((a, b) => a.offset - b.offset || b.length - a.length)
  let touched: MessageEntity[] = []
  let next = 0
  function touchUpTo(position: number): void {
    const begun = next
    while (next < entities.length && (entities[next]?.offset ?? position) < position) next += 1
    touched = touched.concat(entities.slice(begun, next))
  }
  for (let start = from; start < text.length; ) {
    touchUpTo(start)
    touched = endingAfter(touched, start)
    const tooMany = entities[next + MESSAGE_MAX_ENTITIES - touched.length]?.offset ?? text.length
    const furthest = cutWithin(text, start, tooMany > start ? tooMany : text.length, unit)
    touchUpTo(furthest)
    const besideTime = outsideOfTimes(touched, furthest)
    const cut = besideTime > start ? besideTime : furthest
    const piece = trimMessage(sliceMessage({ text, entities: touched }, start, cut))
    const end = cut + whiteSpaceAt(text, cut, endingAfter(touched, cut))
    if (piece.text !== '') {
      const { entities: ranges } = piece
      yield { piece: { ...piece, entities: ranges.slice(0, MESSAGE_MAX_ENTITIES) }, end }
    }
    start = end
  }
}

const endingAfter = (entities: MessageEntity[], position: number): MessageEntity[] =>
  entities.filter(({ offset, length }) => offset + length > position)

function cutWithin(text: string, start: number, furthest: number, unit: LengthUnit): number {
  const end = Math.min(furthest, afterUnits(text, start, unit))
  if (end === text.length) return end
  const fitting = text.slice(start, end + 1)
  const least = Math.floor((end - start) * leastFilled(text))
  const line = fitting.lastIndexOf('\n')
  if (line > least) return start + line
  const space = fitting.lastIndexOf(' ')
  if (space > least) return start + space
  // A word that fits into a part of its own, such as a long address, stays whole.
  const last = Math.max(line, space)
  const word = text.slice(start + last + 1, start + last + MESSAGE_MAX_CODE_POINTS)
  const fits = word.length < MESSAGE_MAX_CODE_POINTS - 1 || /\s/.test(word)
  if (last > 0 && fits && text.length <= SPARSE_UP_TO) return start + last
  const character = graphemeStart(text, end, start)
  // A character longer than a message is cut between its code points.
  return character > start ? character : end
}

function afterUnits(text: string, start: number, unit: LengthUnit): number {
  if (unit === 'code-points') return afterCodePoints(text, start, MESSAGE_MAX_CODE_POINTS)
  const end = Math.min(text.length, start + MESSAGE_MAX_CODE_POINTS)
  const isHalf = (text.codePointAt(end - 1) ?? 0) > 0xffff
  return isHalf ? end - 1 : end
}

function afterCodePoints(text: string, start: number, count: number): number {
  if (text.length - start <= count) return text.length
  let position = start
  for (let passed = 0; passed < count && position < text.length; passed += 1) {
    position += (text.codePointAt(position) ?? 0) > 0xffff ? 2 : 1
  }
  return position
}

/** Length of the white space after a cut. In a code block, spaces are indentation and stay. */
function whiteSpaceAt(text: string, position: number, around: MessageEntity[]): number {
  const whiteSpace = around.some(({ type }) => type === 'pre') ? /\n*/y : /[ \n]*/y
  whiteSpace.lastIndex = position
  return whiteSpace.exec(text)?.[0].length ?? 0
}
