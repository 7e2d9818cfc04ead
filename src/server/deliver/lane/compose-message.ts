import { type Composed, OWN_FAULT } from '#server/store/queue/begin-attempt.ts'
import type { QueuedDelivery } from '#server/store/queue/deliveries.ts'
import type { FailureReason } from '#server/store/queue/outcomes.ts'
import { storedMessage } from '#server/store/rows/message-columns.ts'
import { templateExtras } from '#server/store/rows/templates.ts'
import { alertMessage, ownMessage, textMessage } from '#shared/message/alert-message.ts'
import type { FillContext } from '#shared/message/fill-template.ts'
import { maskConnectionId } from '#shared/message/mask-connection-id.ts'
import { templateButtons } from '#shared/message/message-buttons.ts'
import { pictureOf } from '#shared/message/message-picture.ts'
import { builtInValues } from '#shared/message/template/built-in-values.ts'
import type { Template } from '#shared/model/template.ts'
import { parsePayload, valueAt, valueText } from '#shared/payload/payload.ts'
import { deliveryTexts } from '#shared/texts/deliveries.ts'
import { zoneOf } from '#shared/time-zone.ts'

/**
 * Returns the alert's stored message if an attempt was begun before, else composes one.
 * @param timeZone the installation's, for accounts without their own
 */
export function composeMessage(
  waiting: QueuedDelivery,
  timeZone: string,
): Composed | FailureReason {
  const message = storedMessage(waiting)
  if (message)
    return {
      message,
      missing: JSON.parse(waiting.missing),
      taken: JSON.parse(waiting.taken),
      misfit: waiting.misfit,
    }
  const composed = newMessage(waiting, timeZone)
  if ('code' in composed) return composed
  if (composed.message.text === '') return { code: 'message_empty', reason: deliveryTexts.empty }
  const masked = maskConnectionId(composed.message, waiting.address_id ?? '')
  return { ...composed, message: { ...composed.message, ...masked } }
}

/** Message for an alert whose template can't be filled because of an internal error. */
export function fallbackMessage(waiting: QueuedDelivery): Composed {
  const { connection_id: connectionId, name, payload } = waiting
  const neverShown = JSON.parse(waiting.never_shown)
  const builtIn = { alert_name: name }
  const own = ownMessage(parsePayload(payload), { builtIn, connectionId, neverShown })
  const masked = maskConnectionId(own, waiting.address_id ?? '')
  const message = { ...masked, buttons: [], picture: null }
  return { message, missing: [], taken: [], misfit: OWN_FAULT }
}

function newMessage(waiting: QueuedDelivery, timeZone: string): Composed | FailureReason {
  const payload = parsePayload(waiting.payload)
  const connectionId = waiting.connection_id
  const neverShown: string[] = JSON.parse(waiting.never_shown)
  if (waiting.reading === 'text') {
    const text = valueText(valueAt(payload, 'message'))
    const message = { ...textMessage(text, connectionId, neverShown), buttons: [], picture: null }
    return { message, missing: [], taken: [], misfit: null }
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
  const { buttons, picture, whenMissing } = templateExtras({
    buttons: waiting.template_buttons,
    picture: waiting.template_picture,
    when_missing: waiting.template_when_missing,
  })
  const addsText = waiting.add_text === 1
  const shown = { whenMissing, addsText, neverShown }
  const context = { payload, builtIn, connectionId, ...shown, ...received }
  const { fits, message, ...made } = alertMessage(waiting.template, context)
  const { template_id, template_version } = waiting
  return {
    ...made,
    message: { ...message, ...attachmentsFor(waiting, { buttons, picture }, context) },
    misfit: fits ? null : `${template_id}:${template_version}`,
  }
}

/** Buttons and picture of a message; they never reveal the webhook address that the alert came by. */
function attachmentsFor(
  { connection_id, address_id }: QueuedDelivery,
  { buttons, picture: place }: Pick<Template, 'buttons' | 'picture'>,
  context: FillContext,
) {
  const secrets = address_id === null ? [connection_id] : [connection_id, address_id]
  const url = pictureOf(context.payload, secrets, context.neverShown)
  return {
    buttons: templateButtons(buttons, context, secrets),
    picture: url === undefined ? null : { url, place },
  }
}
