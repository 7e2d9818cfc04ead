import type { Composed } from '#server/store/queue/begin-attempt.ts'
import type { QueuedDelivery } from '#server/store/queue/deliveries.ts'
import type { Trouble } from '#server/store/queue/outcomes.ts'
import { alertMessage, textMessage } from '#shared/message/alert-message.ts'
import { maskConnectionId } from '#shared/message/mask-connection-id.ts'
import { builtInValues } from '#shared/message/template/built-in-values.ts'
import { zoneOf } from '#shared/model/time-zone.ts'
import { parsePayload, valueAt, valueText } from '#shared/payload/payload.ts'
import { deliveryTexts } from '#shared/texts.ts'

/**
 * The message of an alert: the one of its first attempt, else a new one.
 * @param timeZone the installation's, for an account that has none
 */
export function composeMessage(waiting: QueuedDelivery, timeZone: string): Composed | Trouble {
  if (waiting.message_text !== null)
    return {
      message: {
        text: waiting.message_text,
        entities: JSON.parse(waiting.message_entities ?? '[]'),
      },
      missing: JSON.parse(waiting.missing),
      taken: JSON.parse(waiting.taken),
      misfit: waiting.misfit,
    }
  const composed = newMessage(waiting, timeZone)
  if ('code' in composed) return composed
  if (composed.message.text === '') return { code: 'message_empty', reason: deliveryTexts.empty }
  return { ...composed, message: maskConnectionId(composed.message, waiting.address_id ?? '') }
}

function newMessage(waiting: QueuedDelivery, timeZone: string): Composed | Trouble {
  const payload = parsePayload(waiting.payload)
  const connectionId = waiting.connection_id
  if (waiting.reading === 'text') {
    const text = valueText(valueAt(payload, 'message'))
    return { message: textMessage(text, connectionId), missing: [], taken: [], misfit: null }
  }
  if (waiting.template === null)
    return { code: 'template_missing', reason: deliveryTexts.templateMissing }
  const received = {
    receivedAt: waiting.received_at,
    timeZone: zoneOf(waiting.time_zone, timeZone),
  }
  const builtIn = builtInValues({
    connectionName: waiting.connection_name,
    alertName: waiting.name,
    ...received,
  })
  const context = { payload, builtIn, connectionId, ...received }
  const { fits, ...made } = alertMessage(waiting.template, context)
  const { template_id, template_version } = waiting
  return { ...made, misfit: fits ? null : `${template_id}:${template_version}` }
}
