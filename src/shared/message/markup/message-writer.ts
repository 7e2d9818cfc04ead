/** Writes a message from beginning to end: text, and formats that open and close around it. */

import { cleanText } from '../clean-text.ts'
import {
  type EntityType,
  type MessageEntity,
  type RichMessage,
  trimMessage,
} from '../rich-message.ts'

export type Format = { type: EntityType; url?: string; language?: string }

type OpenFormat = { format: Format; entity: MessageEntity }

export class MessageWriter {
  #text = ''
  readonly #entities: MessageEntity[] = []
  /** What `close` has to close, innermost last; undefined for formats left out. */
  readonly #opened: (OpenFormat | undefined)[] = []
  /** The same without formats left out: at most one of each type. */
  readonly #effective: OpenFormat[] = []

  get isEmpty(): boolean {
    return this.#text === ''
  }

  text(text: string): void {
    this.#text += cleanText(text)
  }

  /** A format that is not allowed inside the open ones is left out; it must be closed all the same. */
  open(format: Format | undefined): void {
    if (format === undefined || !this.#allows(format.type)) {
      this.#opened.push(undefined)
      return
    }
    if (isCode(format.type)) for (const outer of this.#effective) this.#interrupt(outer)
    const opened = { format, entity: this.#begin(format) }
    this.#opened.push(opened)
    this.#effective.push(opened)
  }

  close(): void {
    const closed = this.#opened.pop()
    if (closed === undefined) return
    this.#end(closed)
    this.#effective.pop()
    if (isCode(closed.format.type)) for (const outer of this.#effective) this.#resume(outer)
  }

  /** The trimmed message. Every format must be closed. */
  message(): RichMessage {
    const entities = this.#entities.filter(entity => entity.length > 0)
    return trimMessage({ text: this.#text, entities })
  }

  #allows(type: EntityType): boolean {
    return this.#effective.every(({ format: outer }) => {
      if (isCode(outer.type) || outer.type === type) return false
      if (outer.type === 'text_link') return isStyle(type)
      return !(isQuote(outer.type) && isQuote(type))
    })
  }

  /** Telegram has no code inside bold and the like: the style ends before it and goes on after it. */
  #interrupt(outer: OpenFormat): void {
    if (isStyle(outer.format.type)) this.#end(outer)
  }

  #resume(outer: OpenFormat): void {
    if (isStyle(outer.format.type)) outer.entity = this.#begin(outer.format)
  }

  #begin(format: Format): MessageEntity {
    const entity = { type: format.type, offset: this.#text.length, length: 0 }
    this.#entities.push(entity)
    return entity
  }

  #end({ format, entity }: OpenFormat): void {
    entity.length = this.#text.length - entity.offset
    if (format.url !== undefined) entity.url = format.url
    if (format.language !== undefined) entity.language = format.language
  }
}

function isCode(type: EntityType): boolean {
  return type === 'code' || type === 'pre'
}

function isQuote(type: EntityType): boolean {
  return type === 'blockquote' || type === 'expandable_blockquote'
}

function isStyle(type: EntityType): boolean {
  return !isCode(type) && !isQuote(type) && type !== 'text_link'
}
