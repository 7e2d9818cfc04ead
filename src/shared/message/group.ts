import type { RichMessage } from './rich-message.ts'
import { joinMessages } from './rich-message.ts'
import { MESSAGE_MAX_CODE_POINTS, MESSAGE_MAX_ENTITIES, messageLength } from './split.ts'

/** The line between alerts that share a message. */
export const GROUP_SEPARATOR = '\n──────────\n'

/** Several alerts as one message, each with its own formatting. */
export const groupMessages = (messages: readonly RichMessage[]): RichMessage =>
  joinMessages(messages, GROUP_SEPARATOR)

/** Whether it is within Telegram's limits for one message. */
export const fitsOneMessage = (message: RichMessage): boolean =>
  message.entities.length <= MESSAGE_MAX_ENTITIES &&
  messageLength(message) <= MESSAGE_MAX_CODE_POINTS
