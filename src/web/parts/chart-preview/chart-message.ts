import { readBody } from '#shared/body/read-body.ts'
import { textMessage } from '#shared/message/alert-message.ts'
import { splitMessage } from '#shared/message/split.ts'
import { substituted } from '#shared/tradingview/chart-placeholders.ts'
import {
  type ExampleAlert,
  type ExampleMessage,
  exampleMessage,
  type MessageTemplate,
} from '../example-message.ts'

export type ChartMessage = Pick<
  ExampleMessage,
  'shown' | 'buttons' | 'picture' | 'missing' | 'fits'
>

/**
 * Message for a text of TradingView's message field, once its placeholders are filled: the template's message, or the
 * text itself if it is not a JSON object.
 * @returns undefined for a text without visible characters
 */
export function chartMessage(
  template: MessageTemplate,
  text: string,
  alert: Omit<ExampleAlert, 'payload'>,
): ChartMessage | undefined {
  const sent = substituted(text)
  const body = readBody(sent)
  if (!body) return undefined
  if (body.reading !== 'text') return exampleMessage(template, { ...alert, payload: body.payload })
  const shown = splitMessage(textMessage(sent, alert.connectionId))
  return { shown, buttons: [], picture: null, missing: [], fits: false }
}
