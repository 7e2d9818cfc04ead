import type { Head } from '#server/store/deliveries.ts'
import type { Trouble } from '#server/store/delivery-outcomes.ts'
import { builtInValues } from '#shared/built-in-values.ts'
import { fillTemplate } from '#shared/message/fill.ts'
import { parsePayload, valueAt, valueText } from '#shared/message/payload.ts'
import type { RichMessage } from '#shared/message/rich-message.ts'
import { textMessage } from '#shared/message/text-message.ts'
import { deliveryTexts } from '#shared/texts.ts'

export type Composed = { message: RichMessage; missing: readonly string[] }

/** The message of an alert: the one that was made at its first attempt, else a new one. */
export function composeMessage(head: Head): Composed | Trouble {
  if (head.message_text !== null)
    return {
      message: { text: head.message_text, entities: JSON.parse(head.message_entities ?? '[]') },
      missing: JSON.parse(head.missing),
    }
  const composed = newMessage(head)
  if ('message' in composed && composed.message.text === '')
    return { code: 'message_empty', reason: deliveryTexts.empty }
  return composed
}

function newMessage(head: Head): Composed | Trouble {
  const payload = parsePayload(head.payload)
  const connectionId = head.connection_id
  if (head.reading === 'text') {
    const text = valueText(valueAt(payload, 'message'))
    return { message: textMessage(text, connectionId), missing: [] }
  }
  if (head.template === null)
    return { code: 'template_missing', reason: deliveryTexts.templateMissing }
  const builtIn = builtInValues({
    connectionName: head.connection_name,
    alertName: head.name,
    receivedAt: head.received_at,
  })
  return fillTemplate(head.template, { payload, builtIn, connectionId })
}
