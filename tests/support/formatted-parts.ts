import type { RichMessage } from '#shared/message/rich-message.ts'

/** Each entity as `type[its text]`, with its address or language: a message as tests compare it. */
export function formattedParts({ text, entities }: RichMessage): string[] {
  return entities.map(({ type, offset, length, url = '', language = '' }) =>
    `${type}[${text.slice(offset, offset + length)}] ${url}${language}`.trim(),
  )
}
