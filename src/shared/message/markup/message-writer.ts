/** Writes a message from beginning to end: text, and formats that open and close around it. */

import { cleanText } from '../clean-text.ts'
import {
  type EntityType,
  type MessageEntity,
  type RichMessage,
  trimMessage,
} from '../rich-message.ts'

export type Format = Omit<MessageEntity, 'offset' | 'length'>

type OpenFormat = { format: Format; entity: MessageEntity }

export class MessageWriter {
  #text = ''
  readonly #entities: MessageEntity[] = []
  /** Open formats, innermost last; undefined for formats left out. */
  readonly #opened: (OpenFormat | undefined)[] = []
  /** Open formats without the left-out ones: at most one of each type. */
  readonly #effective: OpenFormat[] = []

  get isEmpty(): boolean {
    return this.#text === ''
  }

  text(text: string): void {
    this.#text += cleanText(text)
  }

  /** Opens a format. If it is not allowed inside the open ones, it is left out, but must be closed all the same. */
  open(format: Format | undefined): void {
    if (format === undefined || !this.#allows(format.type)) {
      this.#opened.push(undefined)
      return
    }
    if (isUnstyled(format.type)) for (const outer of this.#effective) this.#interrupt(outer)
    const opened = { format, entity: this.#begin(format) }
    this.#opened.push(opened)
    this.#effective.push(opened)
  }

  close(): void {
    const closed = this.#opened.pop()
    if (closed === undefined) return
    this.#end(closed)
    this.#effective.pop()
    if (isUnstyled(closed.format.type)) for (const outer of this.#effective) this.#resume(outer)
  }

  /** The trimmed message. Every format must be closed. */
  message(): RichMessage {
    const entities = this.#entities.filter(entity => entity.length > 0)
    return trimMessage({ text: this.#text, entities })
  }

  #allows(type: EntityType): boolean {
    return this.#effective.every(({ format: outer }) => {
      if (isUnstyled(outer.type) || outer.type === type) return false
      // Telegram would show the time outside of the spoiler, visible to everyone.
      if (outer.type === 'spoiler' && type === 'date_time') return false
      if (outer.type === 'text_link') return isStyle(type)
      return !(isQuote(outer.type) && isQuote(type))
    })
  }

  /** Telegram allows no code or time inside bold and the like: the style ends before it and resumes after it. */
  #interrupt(outer: OpenFormat): void {
    if (isStyle(outer.format.type)) this.#end(outer)
  }

  #resume(outer: OpenFormat): void {
    if (isStyle(outer.format.type)) outer.entity = this.#begin(outer.format)
  }

  #begin(format: Format): MessageEntity {
    const entity = { ...format, offset: this.#text.length, length: 0 }
    this.#entities.push(entity)
    return entity
  }

  #end({ entity }: OpenFormat): void {
    entity.length = this.#text.length - entity.offset
  }
}

function isUnstyled(type: EntityType): boolean {
  return type === 'code' || type === 'pre' || type === 'date_time'
}

function isQuote(type: EntityType): boolean {
  return type === 'blockquote' || type === 'expandable_blockquote'
}

function isStyle(type: EntityType): boolean {
  return !isUnstyled(type) && !isQuote(type) && type !== 'text_link'
}
