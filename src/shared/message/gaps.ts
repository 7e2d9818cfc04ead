/** Removes the gaps that placeholders without a value would leave in a message. */

import { mapEntities, type RichMessage, trimMessage } from './rich-message.ts'

/** Choices for a placeholder without a value: `line` removes it as in `withoutGaps`, `marker` leaves it as written. */
export const missingChoices = ['line', 'marker'] as const
export type WhenMissing = (typeof missingChoices)[number]

/**
 * Marks around values and gaps while a message with gaps is built. Unicode noncharacters; `unmarked` replaces them
 * in all text from outside.
 */
const VALUE = { start: '\u{fdd0}', end: '\u{fdd1}' }
const GAP = { start: '\u{fdd2}', end: '\u{fdd3}' }
const MARKS = /[\u{fdd0}-\u{fdd3}]/gu

/** Replaces characters that would be taken for marks with U+FFFD. */
export const unmarked = (text: string): string => text.replace(MARKS, '\u{fffd}')

/** Puts a value between the marks that `withoutGaps` recognises. */
export const markedValue = (text: string): string => VALUE.start + unmarked(text) + VALUE.end

/** Marks a value that may contain markup: the marks go before its first word, outside of tags. */
export const markedMarkup = (markup: string): string => {
  const [head = ''] = /^(?:<[^>]*>|\s)*/.exec(markup) ?? []
  return head + VALUE.start + VALUE.end + markup.slice(head.length)
}

/** Puts a placeholder without a value, as written, between gap marks. */
export const markedGap = (source: string): string => GAP.start + unmarked(source) + GAP.end

/**
 * Removes the gaps: a line whose placeholders are all gaps is deleted, and with it one of two empty lines that
 * would become adjacent; in other lines, a gap is deleted with its unit or sign, the brackets around it and one separator
 * beside it.
 */
export const withoutGaps = (marked: RichMessage): RichMessage => kept(marked, cutUnits(marked.text))

/** Keeps the parts that `withoutGaps` deletes, between gap marks for `shownGaps`. */
export function withShownGaps(marked: RichMessage): RichMessage {
  const { text, entities } = marked
  const cut = cutUnits(text)
  let shown = ''
  const places = new Uint32Array(text.length + 1)
  for (let at = 0, wasCut = 0; at <= text.length; at += 1) {
    const isCut = cut[at] ?? 0
    if (wasCut === 1 && isCut === 0) shown += GAP.end
    places[at] = shown.length
    if (wasCut === 0 && isCut === 1) shown += GAP.start
    wasCut = isCut
    if (at < text.length && !isMark(text.charCodeAt(at))) shown += text.charAt(at)
  }
  const moved = mapEntities(entities, position => places[position] ?? 0)
  return trimMessage({ text: shown, entities: moved })
}

/** Splits a text into sent pieces and gaps, which only a preview shows. */
export function shownGaps(text: string): { from: number; to: number; isGap: boolean }[] {
  const pieces: { from: number; to: number; isGap: boolean }[] = []
  let from = 0
  let isGap = false
  for (const { 0: mark, index } of [...text.matchAll(/[\u{fdd2}\u{fdd3}]/gu), end(text)]) {
    if (index > from) pieces.push({ from, to: index, isGap })
    isGap = mark === GAP.start
    from = index + 1
  }
  return pieces
}

const end = ({ length }: string) => ({ 0: '', index: length })

const isMark = (unit: number): boolean => unit >= 0xfdd0 && unit <= 0xfdd3

type Line = {
  start: number
  end: number
  gaps: { start: number; end: number }[]
  hasValue: boolean
}

/** For each code unit of the marked text: 1 if it is deleted. */
function cutUnits(text: string): Uint8Array {
  const cut = new Uint8Array(text.length)
  let isAfterDropped = false
  let isAfterBlank = true
  for (const line of linesOf(text)) {
    const isBlank = text.slice(line.start, line.end).trim() === ''
    const isDropped =
      line.gaps.length > 0 ? !line.hasValue : isBlank && isAfterDropped && isAfterBlank
    if (isDropped) {
      cut.fill(1, line.start, Math.min(line.end + 1, text.length))
      isAfterDropped = true
      continue
    }
    for (const gap of line.gaps) cutInLine(text, cut, line, gap)
    isAfterDropped = false
    isAfterBlank = isBlank
  }
  return cut
}

/** Lines of the marked text; a line feed within a value does not end a line. */
function linesOf(text: string): Line[] {
  const lines: Line[] = []
  let line: Line = { start: 0, end: 0, gaps: [], hasValue: false }
  let inValue = false
  for (let at = 0; at <= text.length; at += 1) {
    const character = text.charAt(at)
    if (at === text.length || (character === '\n' && !inValue)) {
      line.end = at
      lines.push(line)
      line = { start: at + 1, end: 0, gaps: [], hasValue: false }
    } else if (character === VALUE.start) {
      inValue = true
      line.hasValue = true
    } else if (character === VALUE.end) inValue = false
    else if (character === GAP.start)
      line.gaps.push({ start: at, end: text.indexOf(GAP.end, at) + 1 })
  }
  return lines
}

const BRACKETS = new Map([
  ['(', ')'],
  ['[', ']'],
  ['«', '»'],
  ['“', '”'],
  ['"', '"'],
])
const SEPARATORS = '·|–-/,:'
const UNITS = '%‰$€£¥₩₹₿°'
const SIGNS = `${UNITS}#@+±≈~`
/** Words, values and gaps, to which a sign next to them may belong. */
const WORD = String.raw`\p{L}\p{N}\u{fdd0}-\u{fdd3}`
/** Sign before a gap: `#{{symbol}}`, `(-{{change}}`. */
const BEFORE_GAP = new RegExp(`(?<![${WORD}${SIGNS}])[${SIGNS}]{1,2}$|(?<=[([«])[-–]$`, 'u')
/** Unit after a gap: `{{change}} %`. */
const AFTER_GAP = new RegExp(`^ ?[${UNITS}](?![${WORD}${SIGNS}])`, 'u')
/** A gap joined to something has its sign in common with that: `#{{symbol}}_{{side}}`, `{{low}}-{{high}} %`. */
const JOINED_BEFORE = new RegExp(`[${WORD}] ?[-–/:_] ?$`, 'u')
const JOINED_AFTER = new RegExp(`^[${WORD}\\-–/:_]`, 'u')
/** Code units that are searched for the sign and the unit of a gap. */
const SIGN_ROOM = 8

function cutInLine(text: string, cut: Uint8Array, line: Line, gap: { start: number; end: number }) {
  const head = text.slice(Math.max(line.start, gap.start - SIGN_ROOM), gap.start)
  const tail = text.slice(gap.end, Math.min(line.end, gap.end + SIGN_ROOM))
  const [sign = ''] = JOINED_AFTER.test(tail) ? [] : (BEFORE_GAP.exec(head) ?? [])
  const [unit = ''] = JOINED_BEFORE.test(head) ? [] : (AFTER_GAP.exec(tail) ?? [])
  const start = gap.start - sign.length
  const end = gap.end + unit.length
  cut.fill(1, start, end)
  const isKept = (at: number) => cut[at] === 0
  const isSpace = (at: number) => text[at] === ' ' || text[at] === '\t'
  const before = () => {
    let at = start - 1
    while (at >= line.start && (!isKept(at) || isSpace(at))) at -= 1
    return at
  }
  const after = () => {
    let at = end
    while (at < line.end && (!isKept(at) || isSpace(at))) at += 1
    return at
  }
  const characterAt = (at: number) => (at >= line.start && at < line.end ? text.charAt(at) : '')

  for (;;) {
    const closing = BRACKETS.get(characterAt(before()))
    if (closing === undefined || characterAt(after()) !== closing) break
    cut.fill(1, before(), after() + 1)
  }
  const separator = [before(), after()].find(at => {
    const character = characterAt(at)
    return character !== '' && SEPARATORS.includes(character)
  })
  if (separator !== undefined) cut[separator] = 1
  // Keep one space between the parts left, but no space at the ends of the line.
  const [from, to] = [before(), after()]
  let spaces = from < line.start || to >= line.end ? 1 : 0
  for (let at = from + 1; at < to; at += 1) {
    if (!isKept(at) || !isSpace(at)) continue
    if (spaces > 0) cut[at] = 1
    spaces += 1
  }
}

/** The message without its cut units; a format ends where its last remaining line ends. */
function kept({ text, entities }: RichMessage, cut: Uint8Array): RichMessage {
  let rest = ''
  const places = new Uint32Array(text.length + 1)
  for (let at = 0; at < text.length; at += 1) {
    places[at] = rest.length
    if (cut[at] === 0 && !isMark(text.charCodeAt(at))) rest += text.charAt(at)
  }
  places[text.length] = rest.length
  const whole = entities.map(entity => ({ ...entity, length: lengthLeft(text, entity, cut) }))
  return trimMessage({ text: rest, entities: mapEntities(whole, at => places[at] ?? 0) })
}

/** Length of a format without its cut end and the line feeds before that. */
function lengthLeft(
  text: string,
  { offset, length }: RichMessage['entities'][number],
  cut: Uint8Array,
): number {
  let end = offset + length
  while (end > offset && cut[end - 1] === 1) end -= 1
  const isShorter = end < offset + length
  while (isShorter && end > offset && text[end - 1] === '\n') end -= 1
  return end - offset
}
