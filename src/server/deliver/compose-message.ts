import type { Waiting } from '#server/store/deliveries.ts'
import type { Trouble } from '#server/store/delivery-outcomes.ts'
import { builtInValues } from '#shared/built-in-values.ts'
import { fillTemplate } from '#shared/message/fill.ts'
import { parsePayload, valueAt, valueText } from '#shared/message/payload.ts'
import type { RichMessage } from '#shared/message/rich-message.ts'
import { textMessage } from '#shared/message/text-message.ts'
import { deliveryTexts } from '#shared/texts.ts'

export type Composed = { message: RichMessage; missing: readonly string[] }

/** The message of an alert: the one that was made at its first attempt, else a new one. */
export function composeMessage(waiting: Waiting): Composed | Trouble {
  if (waiting.message_text !== null)
    return {
      message: {
        text: waiting.message_text,
        entities: JSON.parse(waiting.message_entities ?? '[]'),
      },
      missing: JSON.parse(waiting.missing),
    }
  const composed = newMessage(waiting)
  if ('message' in composed && composed.message.text === '')
    return { code: 'message_empty', reason: deliveryTexts.empty }
  return composed
}

function newMessage(waiting: Waiting): Composed | Trouble {
  const payload = parsePayload(waiting.payload)
  const connectionId = waiting.connection_id
  if (waiting.reading === 'text') {
    const text = valueText(valueAt(payload, 'message'))
    return { message: textMessage(text, connectionId), missing: [] }
  }
  if (waiting.template === null)
    return { code: 'template_missing', reason: deliveryTexts.templateMissing }
  const builtIn = builtInValues({
    connectionName: waiting.connection_name,
    alertName: waiting.name,
    receivedAt: waiting.received_at,
  })
  return fillTemplate(waiting.template, { payload, builtIn, connectionId })
}
