/** Columns of an alert's row that hold its message. Older versions know only text and entities. */

import type { Selectable } from 'kysely'
import type { Tables } from '#server/store/engine/schema.ts'
import type { ComposedMessage } from '#shared/message/composed-message.ts'
import type { MessageEntity } from '#shared/message/rich-message.ts'

export type MessageColumns = Pick<
  Selectable<Tables['alerts']>,
  'message_text' | 'message_entities' | 'message_times' | 'message_buttons' | 'message_picture'
>

/**
 * A `date_time` entity, its index among all entities, and the text it covers. Older versions do not know this
 * column: when they make the message anew, they change its text and leave a stale entity here.
 */
type StoredTime = { at: number; text: string; entity: MessageEntity }

export function messageColumns({
  text,
  entities,
  buttons,
  picture,
}: ComposedMessage): MessageColumns {
  const times: StoredTime[] = entities.flatMap((entity, at) =>
    entity.type === 'date_time' ? { at, text: covered(text, entity), entity } : [],
  )
  const others = entities.filter(({ type }) => type !== 'date_time')
  return {
    message_text: text,
    message_entities: JSON.stringify(others),
    message_times: times.length === 0 ? null : JSON.stringify(times),
    message_buttons: buttons.length === 0 ? null : JSON.stringify(buttons),
    message_picture: picture === null ? null : JSON.stringify(picture),
  }
}

/** Null until a message is made. */
export function storedMessage(row: MessageColumns): ComposedMessage | null {
  if (row.message_text === null) return null
  const entities: MessageEntity[] = JSON.parse(row.message_entities ?? '[]')
  const times: StoredTime[] = JSON.parse(row.message_times ?? '[]')
  const text = row.message_text
  for (const time of times)
    if (covered(text, time.entity) === time.text) entities.splice(time.at, 0, time.entity)
  return {
    text,
    entities,
    buttons: JSON.parse(row.message_buttons ?? '[]'),
    picture: JSON.parse(row.message_picture ?? 'null'),
  }
}

const covered = (text: string, { offset, length }: MessageEntity): string =>
  text.slice(offset, offset + length)

export const NO_MESSAGE = {
  message_text: null,
  message_entities: null,
  message_times: null,
  message_buttons: null,
  message_picture: null,
} as const satisfies MessageColumns

export const messageColumnNames = Object.keys(NO_MESSAGE) as (keyof MessageColumns)[]
