import { maskConnectionId } from './mask-connection-id.ts'
import type { RichMessage } from './rich-message.ts'
import { plainMessage } from './rich-message.ts'

/** What is sent for a body that is no JSON object: its text, without the template. */
export function textMessage(text: string, connectionId = ''): RichMessage {
  return maskConnectionId(plainMessage(text), connectionId)
}
