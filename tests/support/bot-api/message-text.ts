/** Message text: the refusals of Telegram, and the text that it stores. */
import { type Entity, fixEntities, readEntities } from './entities.ts'
import { linkProblem } from './link.ts'
import type { Parameters } from './parameters.ts'
import { badRequest } from './refusal.ts'

export type FormattedText = { text: string; entities: Entity[] }

const MAX_RAW_BYTES = 32_768
const MAX_CODE_POINTS = 4096
const MAX_ENTITIES = 100

/** First stage, before the chat is looked up: presence, raw size, markup. */
export function readMessageText(parameters: Parameters): FormattedText {
  const text = parameters.get('text') ?? ''
  if (text === '') throw badRequest('message text is empty')
  if (Buffer.byteLength(text) > MAX_RAW_BYTES) throw badRequest('text is too long')
  const parseMode = parameters.get('parse_mode')?.toLowerCase() ?? 'none'
  if (['html', 'markdown', 'markdownv2'].includes(parseMode))
    throw badRequest('this test double reads entities, not parse_mode')
  if (parseMode !== 'none' && parseMode !== '') throw badRequest('unsupported parse_mode')
  return { text, entities: readEntities(parameters.get('entities') ?? '') }
}

/** Second stage, after the chat is looked up: the text that is stored. */
export function fixMessageText({ text, entities }: FormattedText): FormattedText {
  for (const entity of entities) checkDetail(entity)
  if (!text.isWellFormed()) throw badRequest('strings must be encoded in UTF-8')
  for (const entity of entities) checkNumbers(entity)
  const placed = fixEntities(entities.filter(entity => entity.length !== 0))
  for (const entity of placed) checkPlace(text, entity)

  const cleaned = clean({ text, entities: placed })
  const fixed = trim({ ...cleaned, entities: fixEntities(cleaned.entities) })
  if (INVISIBLE.test(fixed.text)) throw badRequest('text must be non-empty')
  if (Array.from(fixed.text).length > MAX_CODE_POINTS) throw badRequest('message is too long')
  return { text: fixed.text, entities: fixed.entities.slice(0, MAX_ENTITIES) }
}

const INVISIBLE = /^[\s\u180e\u200b-\u200f\u202f\u2800\ufffc\u{e0000}-\u{e007f}]*$/u

function checkDetail({ type, url = '', unix_time = 0 }: Entity): void {
  const problem = type === 'text_link' ? linkProblem(url) : null
  if (problem) throw badRequest(`entity URL '${url}' is invalid: ${problem}`)
  if (type === 'date_time' && unix_time <= 0) throw badRequest('invalid date specified')
}

function checkNumbers({ offset, length }: Entity): void {
  if (offset < 0 || offset > 1_000_000)
    throw badRequest(`receive an entity with incorrect offset ${offset}`)
  if (length < 0 || length > 1_000_000)
    throw badRequest(`receive an entity with incorrect length ${length}`)
}

function checkPlace(text: string, { offset, length }: Entity): void {
  const end = offset + length
  if (offset > text.length)
    throw badRequest(`entity begins after the end of the text at UTF-16 offset ${offset}`)
  const beginning = `entity beginning at UTF-16 offset ${offset}`
  if (end > text.length)
    throw badRequest(`${beginning} ends after the end of the text at UTF-16 offset ${end}`)
  if (insideSymbol(text, offset))
    throw badRequest(
      `entity begins in a middle of a UTF-16 symbol at byte offset ${bytesBefore(text, offset)}`,
    )
  if (insideSymbol(text, end))
    throw badRequest(
      `${beginning} ends in a middle of a UTF-16 symbol at byte offset ${bytesBefore(text, end)}`,
    )
}

const insideSymbol = (text: string, at: number) => /[\udc00-\udfff]/.test(text.charAt(at)) && at > 0

/** Includes the bytes of the symbol that is cut. */
const bytesBefore = (text: string, at: number) => Buffer.byteLength(text.slice(0, at + 1))

/** Drops and replaces single characters, entities moving along. */
function clean({ text, entities }: FormattedText): FormattedText {
  const moved: number[] = []
  let cleaned = ''
  for (const unit of text.split('')) {
    moved.push(cleaned.length)
    if (/\r|[\u2028-\u202e]|\u030a|\u0333|\u033f/.test(unit)) continue
    cleaned += unit < ' ' && unit !== '\n' ? ' ' : unit
  }
  moved.push(cleaned.length)
  const place = (at: number) => moved[at] ?? cleaned.length
  return {
    text: cleaned,
    entities: entities.map(entity => ({
      ...entity,
      offset: place(entity.offset),
      length: place(entity.offset + entity.length) - place(entity.offset),
    })),
  }
}

/**
 * Trims trailing blanks, and leading ones up to the first entity; entities lose leading blanks, and
 * blank ones are dropped.
 */
function trim({ text, entities }: FormattedText): FormattedText {
  const end = text.replace(/[ \n]+$/, '').length
  const kept = entities.flatMap(entity => {
    const last = Math.min(entity.offset + entity.length, end)
    const inner = text.slice(entity.offset, last)
    const blanks = inner.length - inner.replace(/^[ \n]+/, '').length
    const offset = entity.offset + blanks
    return last > offset ? [{ ...entity, offset, length: last - offset }] : []
  })
  const blanks = text.length - text.replace(/^[ \n]+/, '').length
  const start = Math.min(blanks, kept[0]?.offset ?? blanks)
  return {
    text: text.slice(start, end),
    entities: kept.map(entity => ({ ...entity, offset: entity.offset - start })),
  }
}
