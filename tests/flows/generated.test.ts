import { afterAll, beforeAll, expect, it } from 'vitest'
import { defaultTemplates } from '#shared/message/template/default-templates.ts'
import { chartPlaceholders, substituted } from '#shared/tradingview/chart-placeholders.ts'
import { payloadText } from '#shared/tradingview/generated-payload.ts'
import { previewMessage } from '#web/screens/templates/preview-message.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { signUp, type Trader } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

/** The name that the preview gives the connection. */
const CONNECTION = 'Tu conexión'

let stage: TestApp
let trader: Trader

beforeAll(async () => {
  stage = await startTestApp({ timeZone: 'America/Bogota' })
  trader = await signUp(stage)
})
afterAll(() => stage[Symbol.asyncDispose]())

const everywhere = (value: string) =>
  Object.fromEntries(chartPlaceholders.map(({ key }) => [key, value]))

/** Values that TradingView substitutes, without escaping them for JSON. */
const substitutions: Record<string, Record<string, string>> = {
  'its usual values': {},
  quotes: { 'strategy.order.action': 'buy "TP1"', ticker: 'BTC"USDT' },
  'line feeds': { 'strategy.order.action': 'buy\nya', exchange: 'BIN\nANCE' },
  NaN: everywhere('NaN'),
  na: everywhere('na'),
  nothing: everywhere(''),
  markup: everywhere('*a* <b>_c_</b> [x](http://y.z)'),
}

const kinds = Object.entries(substitutions)

/** Each template with two kinds or more, each kind with three templates or more. */
const someTemplates = (kind: string) => {
  const nth = Object.keys(substitutions).indexOf(kind)
  return defaultTemplates.filter((_, index) => index % 3 === nth % 3)
}

it.each(kinds)(
  'a generated JSON with %s in it is delivered as the preview shows it',
  (kind, values) => expectAsPreviewed(someTemplates(kind), values),
)

it.each(kinds)(
  'a generated JSON with %s in it is delivered as the preview shows it, by every template',
  { tags: ['extended'] },
  (_kind, values) => expectAsPreviewed(defaultTemplates, values),
)

async function expectAsPreviewed(
  templates: typeof defaultTemplates,
  values: Record<string, string>,
): Promise<void> {
  // The time zone that the browser gets from the server.
  const { timeZone } = await trader.api.profile.read()
  for (const { id } of templates) {
    const template = await trader.api.templates.read({ id })
    const connection = await trader.connect(stage.botApi, { name: CONNECTION, templateId: id })
    const generated = await trader.api.connections.payload({ id: connection.id })
    const body = substituted(payloadText(generated), values)
    expect(body).not.toContain('{{')
    const response = await postAlert(connection.webhookUrl, body)
    const { alertId } = (await response.json()) as { alertId: string }
    await stage.botApi.waitFor(messages =>
      messages.some(({ chatId }) => chatId === connection.telegramChatId),
    )
    const alert = await trader.api.alerts.read({ id: alertId })
    expect(alert.reading).not.toBe('text')
    const preview = previewMessage(template, alert.payloadText, {
      now: Date.parse(alert.timestamp),
      timeZone,
    })
    const sent = stage.botApi.messages.filter(m => m.chatId === connection.telegramChatId)
    expect(sent.map(({ text, entities }) => ({ text, entities }))).toEqual(preview?.pieces)
  }
}
