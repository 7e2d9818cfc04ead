import { alertMessage } from '#shared/message/alert-message.ts'
import type { MessageButton, MessagePicture } from '#shared/message/composed-message.ts'
import type { FillContext, Filled } from '#shared/message/fill-template.ts'
import { templateButtons } from '#shared/message/message-buttons.ts'
import { pictureOf } from '#shared/message/message-picture.ts'
import type { RichMessage } from '#shared/message/rich-message.ts'
import { splitMessage } from '#shared/message/split.ts'
import { builtInValues } from '#shared/message/template/built-in-values.ts'
import type { Template } from '#shared/model/template.ts'
import { alertName } from '#shared/payload/alert-name.ts'
import type { Payload } from '#shared/payload/payload.ts'

/** Parts of a template that make its message. */
export type MessageTemplate = Pick<Template, 'content' | 'buttons' | 'picture' | 'whenMissing'>

export interface ExampleAlert {
  payload: Payload
  connectionName: string
  /** Connection id in the payload, which the message must not show. */
  connectionId?: string | undefined
  /** Undefined: as in the payload. */
  name?: string | undefined
  /** Milliseconds UTC. */
  receivedAt: number
  /** Time zone of the account, for times in its messages. */
  timeZone: string
}

export interface ExampleMessage extends Filled {
  /** The messages as sent to Telegram, in order. */
  pieces: RichMessage[]
  /** The same, including the text left out for missing values, between the marks of `shownGaps`. */
  shown: RichMessage[]
  buttons: MessageButton[][]
  picture: MessagePicture | null
  /** Context that the template was filled from. */
  context: FillContext
}

/**
 * Message of a template for an alert, with everything that Telegram shows beside it.
 * @param make creates the text; defaults to that of an alert
 */
export function exampleMessage(
  template: MessageTemplate,
  { payload, connectionName, connectionId, name, receivedAt, timeZone }: ExampleAlert,
  make: typeof alertMessage = alertMessage,
): ExampleMessage {
  const received = { receivedAt, timeZone }
  const builtIn = builtInValues({
    connectionName,
    alertName: name ?? alertName(payload, connectionName),
    ...received,
  })
  const context = {
    payload,
    builtIn,
    whenMissing: template.whenMissing,
    ...received,
    ...(connectionId !== undefined && { connectionId }),
  }
  const filled = make(template.content, context)
  const url = pictureOf(payload, connectionId === undefined ? [] : [connectionId])
  return {
    ...filled,
    pieces: splitMessage(filled.message),
    shown: splitMessage(make(template.content, { ...context, showsGaps: true }).message),
    buttons: templateButtons(template.buttons, context),
    picture: url === undefined ? null : { url, place: template.picture },
    context,
  }
}
