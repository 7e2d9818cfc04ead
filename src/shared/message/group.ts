import { joinMessages, type RichMessage } from './rich-message.ts'
import {
  type LengthUnit,
  lengthBy,
  MESSAGE_MAX_CODE_POINTS,
  MESSAGE_MAX_ENTITIES,
  messageLength,
} from './split.ts'

/** Line between alerts that share a message. */
export const GROUP_SEPARATOR = '\n──────────\n'

/** Alerts sent as one message, each with its own formatting. */
export class MessageGroup {
  readonly #messages: RichMessage[]
  readonly #unit: LengthUnit
  /** Counted in `#unit`. */
  #length: number
  #entities: number

  /** @param first of any length */
  constructor(first: RichMessage, unit: LengthUnit = 'code-points') {
    this.#messages = [first]
    this.#unit = unit
    this.#length = lengthBy(unit, first)
    this.#entities = first.entities.length
  }

  /** @returns false, without adding the message, if it would exceed Telegram's limits for one message */
  add(message: RichMessage): boolean {
    const isApart = this.#length > 0 && message.text !== ''
    const length = this.#length + (isApart ? SEPARATOR_LENGTH : 0) + lengthBy(this.#unit, message)
    const entities = this.#entities + message.entities.length
    if (length > MESSAGE_MAX_CODE_POINTS || entities > MESSAGE_MAX_ENTITIES) return false
    this.#messages.push(message)
    this.#length = length
    this.#entities = entities
    return true
  }

  joined(): RichMessage {
    return joinMessages(this.#messages, GROUP_SEPARATOR)
  }
}

const SEPARATOR_LENGTH = messageLength({ text: GROUP_SEPARATOR, entities: [] })
