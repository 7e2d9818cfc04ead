import { quantity, truncate } from '../format.ts'
import { MAX_NAME_LENGTH } from '../limits.ts'
import type { Payload } from '../payload/payload.ts'
import { ownText } from '../payload/readable-text.ts'
import { fieldsOf } from './fields.ts'
import { type FillContext, type Filled, fillTemplate } from './fill-template.ts'
import { MESSAGE_MAX_CODE_POINTS } from './split.ts'
import { textMessage } from './text-message.ts'

/**
 * The message of an alert: what the template makes of its payload or, where the template has no
 * place for any of it, the alert itself.
 */
export function alertMessage(template: string, context: FillContext): Filled {
  const filled = fillTemplate(template, context)
  if (filled.fits) return filled
  const { payload, builtIn, connectionId } = context
  const text = ownText(payload) || fieldLines(payload) || builtIn.alert_name
  const message = textMessage(text ?? '', connectionId)
  return message.text === '' ? filled : { ...filled, message }
}

/** Code units for the last line and for how many fields are not told. */
const ROOM = 200

/** «clave: valor» line by line: so many as one message holds, the last of them whole. */
function fieldLines(payload: Payload): string {
  const lines: string[] = []
  let length = 0
  let left = 0
  for (const { key, text } of fieldsOf(payload)) {
    if (length >= MESSAGE_MAX_CODE_POINTS - ROOM) {
      left += 1
      continue
    }
    const line = `${truncate(key, MAX_NAME_LENGTH)}: ${text}`
    lines.push(line)
    length += line.length + 1
  }
  if (left > 0) lines.push(`… y ${quantity(left, 'campo', 'campos')} más`)
  return lines.join('\n')
}
