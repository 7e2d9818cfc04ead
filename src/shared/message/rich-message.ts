/** A message as the Bot API takes it: plain text and entities, its formatted ranges. */

import { cleanText, isInvisible } from './clean-text.ts'

export type EntityType =
  | 'bold'
  | 'italic'
  | 'underline'
  | 'strikethrough'
  | 'spoiler'
  | 'code'
  | 'pre'
  | 'text_link'
  | 'blockquote'
  | 'expandable_blockquote'
  | 'date_time'

/**
 * `offset` and `length` count UTF-16 code units, as string indices do. `unix_time` (seconds) and `date_time_format`
 * (`r`, or `w?[dD]?[tT]?`) belong to a `date_time`, which readers see in their own zone and language instead of the
 * text.
 */
export type MessageEntity = {
  type: EntityType
  offset: number
  length: number
  url?: string
  language?: string
  unix_time?: number
  date_time_format?: string
}

/** Entities are ordered by their beginning, outer ones first. */
export type RichMessage = { text: string; entities: MessageEntity[] }

export function plainMessage(text: string): RichMessage {
  return trimMessage({ text: cleanText(text), entities: [] })
}

/**
 * Joins messages in order; a message without text adds no separator.
 * @param separator clean, as `cleanText` leaves it
 */
export function joinMessages(messages: readonly RichMessage[], separator: string): RichMessage {
  const joined: RichMessage = { text: '', entities: [] }
  for (const { text, entities } of messages) {
    if (text === '') continue
    if (joined.text !== '') joined.text += separator
    const shift = joined.text.length
    joined.text += text
    for (const entity of entities) {
      joined.entities.push({ ...entity, offset: entity.offset + shift })
    }
  }
  return joined
}

/** The position or, if it is inside a `date_time` entity, where that begins. */
export function outsideOfTimes(entities: readonly MessageEntity[], position: number): number {
  const time = entities.find(
    ({ type, offset, length }) =>
      type === 'date_time' && offset < position && position < offset + length,
  )
  return time?.offset ?? position
}

/** The part from `start` to before `end`, with its entities clipped. */
export function sliceMessage(message: RichMessage, start: number, end: number): RichMessage {
  return {
    text: message.text.slice(start, end),
    entities: mapEntities(
      message.entities,
      position => Math.min(Math.max(position, start), end) - start,
    ),
  }
}

/**
 * Trims as Telegram does, so that the offsets stay right: removes entities that contain only white space, then
 * trailing white space, and leading white space up to the first entity. A message without visible characters
 * becomes empty.
 */
export function trimMessage(message: RichMessage): RichMessage {
  if (isInvisible(message.text)) return { text: '', entities: [] }
  const entities = message.entities.filter(({ offset, length }) =>
    hasVisible(message.text, offset, offset + length),
  )
  let end = message.text.length
  while (end > 0 && isWhiteSpace(message.text, end - 1)) end -= 1
  const latestStart = entities[0]?.offset ?? end
  let start = 0
  while (start < latestStart && isWhiteSpace(message.text, start)) start += 1
  return sliceMessage({ text: message.text, entities }, start, end)
}

/** Moves both ends of each entity; drops empty entities, and `date_time` entities whose length has changed. */
export function mapEntities(
  entities: MessageEntity[],
  move: (position: number) => number,
): MessageEntity[] {
  return entities.flatMap(entity => {
    const offset = move(entity.offset)
    const length = move(entity.offset + entity.length) - offset
    const isKept = entity.type === 'date_time' ? length === entity.length : length > 0
    return isKept ? [{ ...entity, offset, length }] : []
  })
}

function hasVisible(text: string, start: number, end: number): boolean {
  for (let position = start; position < end; position += 1) {
    if (!isWhiteSpace(text, position)) return true
  }
  return false
}

function isWhiteSpace(text: string, position: number): boolean {
  return text[position] === ' ' || text[position] === '\n'
}
