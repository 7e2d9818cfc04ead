import { quantity, truncate } from '../format.ts'
import { MAX_NAME_LENGTH } from '../limits.ts'
import type { Payload } from '../payload/payload.ts'
import { readableFields, readableText } from '../payload/readable-text.ts'
import { boundMessage } from './bound-message.ts'
import { type FillContext, type Filled, fillTemplate } from './fill-template.ts'
import { maskConnectionId } from './mask-connection-id.ts'
import { plainMessage, type RichMessage } from './rich-message.ts'
import { MESSAGE_MAX_CODE_POINTS } from './split.ts'

/**
 * The message of an alert: the template filled with its payload or, where the payload has nothing of
 * what the template asks for, the payload's own text or fields.
 */
export function alertMessage(template: string, context: FillContext): Filled {
  const filled = templateMessage(template, context)
  if (filled.fits) return filled
  const message = ownMessage(context.payload, context)
  return message.text === '' ? filled : { ...filled, message }
}

/** The message of an alert without a template: its own text, else its fields, else its name. */
export function ownMessage(
  payload: Payload,
  { builtIn, connectionId }: Pick<FillContext, 'builtIn' | 'connectionId'>,
): RichMessage {
  const text = readableText(payload) || fieldLines(payload) || builtIn.alert_name
  return textMessage(text ?? '', connectionId)
}

/** The message that a template makes of a payload, also of one that has nothing of what it asks for. */
export function templateMessage(template: string, context: FillContext): Filled {
  const filled = fillTemplate(template, context)
  return { ...filled, message: boundMessage(filled.message) }
}

/** The message for a body that is not a JSON object: its text, without the template. */
export function textMessage(text: string, connectionId = ''): RichMessage {
  return boundMessage(maskConnectionId(plainMessage(text), connectionId))
}

/** Code units kept free for the last line and the count of omitted fields. */
const RESERVED_LENGTH = 200

/** One line «clave: valor» for each field, as many as fit into one message. */
function fieldLines(payload: Payload): string {
  const lines: string[] = []
  let length = 0
  let omitted = 0
  for (const { key, text } of readableFields(payload)) {
    if (length >= MESSAGE_MAX_CODE_POINTS - RESERVED_LENGTH) {
      omitted += 1
      continue
    }
    const line = `${truncate(key, MAX_NAME_LENGTH)}: ${text}`
    lines.push(line)
    length += line.length + 1
  }
  if (omitted > 0) lines.push(`… y ${quantity(omitted, 'campo', 'campos')} más`)
  return lines.join('\n')
}
