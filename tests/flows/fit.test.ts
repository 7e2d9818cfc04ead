import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MessageTemplate } from '#web/parts/example-message.ts'
import { previewMessage } from '#web/screens/templates/preview-message.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { signUp, type Trader } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

const TEMPLATE =
  '🔔 **{{symbol}}** · {{side}}\nPrecio: {{price}}{{#if quantity}} ({{quantity}}){{/if}}'

let stage: TestApp
let trader: Trader
let connection: Awaited<ReturnType<Trader['connect']>>

beforeAll(async () => {
  stage = await startTestApp()
  trader = await signUp(stage)
  const template = await trader.api.templates.create({ name: 'Señal', content: TEMPLATE })
  connection = await trader.connect(stage.botApi, { name: 'Cripto', templateId: template.id })
})
afterAll(() => stage[Symbol.asyncDispose]())

/** Posts a body and waits until its message is delivered. */
async function deliver(body: object, to = connection) {
  const response = await postAlert(to.webhookUrl, body)
  const { alertId } = (await response.json()) as { alertId: string }
  const read = () => trader.api.alerts.read({ id: alertId })
  await expect.poll(async () => (await read()).telegramDeliveryStatus).toBe('success')
  const alert = await read()
  const sent = stage.botApi.messages.find(
    ({ chatId, messageId }) => chatId === to.telegramChatId && messageId === alert.messageIds[0],
  )
  return { alert, text: sent?.text }
}

const described = () => trader.api.connections.read({ id: connection.id })
const warnings = async () => {
  const { items } = await trader.api.errorLogs.list({})
  return items.map(({ message, count, isCritical }) => ({ message, count, isCritical }))
}

describe('an alert whose keys have other names', () => {
  it('fills the template by synonyms, and lists the keys used', async () => {
    const body = { ticker: 'BTCUSDT', Price: '1.10', order_action: 'buy', contracts: 2 }
    const { alert, text } = await deliver(body)
    expect(text).toBe('🔔 BTCUSDT · buy\nPrecio: 1.10 (2)')
    expect(alert).toMatchObject({ fits: true, missing: [] })
    expect(alert.taken).toEqual([
      { key: 'symbol', from: 'ticker' },
      { key: 'side', from: 'order_action' },
      { key: 'price', from: 'Price' },
      { key: 'quantity', from: 'contracts' },
    ])
    expect(await described()).toMatchObject({ misfit: null, trouble: null })
    expect(await warnings()).toEqual([])
  })
})

describe('an alert without values for its template', () => {
  it.each([
    [{ text: 'BTCUSD Greater Than 9000' }, 'BTCUSD Greater Than 9000'],
    [{ embeds: [{ title: 'BTC', description: 'Cruce al alza' }] }, 'BTC\nCruce al alza'],
    [{ coin: 'SOL', apiKey: 'k', nivel: { alto: 3 } }, 'coin: SOL\nnivel.alto: 3'],
  ])('is delivered as its own text, as in the preview: %j', async (body, expected) => {
    const { alert, text } = await deliver(body)
    expect(text).toBe(expected)
    expect(alert).toMatchObject({ fits: false, missing: ['symbol', 'side', 'price'], taken: [] })
    const draft: MessageTemplate = {
      content: TEMPLATE,
      buttons: [],
      picture: 'below',
      whenMissing: 'line',
    }
    const preview = previewMessage(draft, alert.payloadText, {
      now: Date.now(),
      timeZone: stage.config.timeZone,
    })
    expect(preview?.pieces.map(piece => piece.text)).toEqual([expected])
  })

  it('is reported in one warning for the connection, and on its card', async () => {
    const { alert } = await deliver({ text: 'Otra' })
    expect(await described()).toMatchObject({ misfit: alert.id, trouble: null })
    expect(await warnings()).toEqual([
      {
        message:
          'Una alerta de «Cripto» no trae nada de lo que pide su plantilla: se envió tal cual.',
        count: 4,
        isCritical: false,
      },
    ])
    const { items } = await trader.api.alerts.list({ pageSize: 10 })
    expect(items[0]).toMatchObject({ id: alert.id, fits: false })
  })

  it('leaves the card once an alert fits or the template changes', async () => {
    await deliver({ symbol: 'ETHUSDT' })
    expect(await described()).toMatchObject({ misfit: null })
    const { alert } = await deliver({ text: 'Otra' })
    expect(await described()).toMatchObject({ misfit: alert.id })
    const template = await trader.api.templates.read({ id: connection.templateId })
    await trader.api.templates.update({ ...template, content: '{{text}}' })
    expect(await described()).toMatchObject({ misfit: null })
    expect(await deliver({ text: 'Otra' })).toMatchObject({ text: 'Otra', alert: { fits: true } })
  })
})

it('a mismatched alert that does not arrive is reported as failed only', async () => {
  const lost = await trader.connect(stage.botApi, { name: 'Perdida', telegramChatId: '999000111' })
  const response = await postAlert(lost.webhookUrl, { alert_name: 'Cruce' })
  const { alertId } = (await response.json()) as { alertId: string }
  const read = () => trader.api.alerts.read({ id: alertId })
  await expect.poll(async () => (await read()).telegramDeliveryStatus).toBe('failed')
  expect(await read()).toMatchObject({ fits: false })
  const told = (await warnings()).map(({ message }) => message)
  expect(told).toContain('Envío para «Cruce»: Fallo definitivo')
  expect(told.filter(message => message.includes('«Perdida»'))).toEqual([])
})

it('an alert with hidden fields only is sent as its name', async () => {
  const other = await trader.connect(stage.botApi, { name: 'Otra', templateId: 'default-signal' })
  expect(await deliver({ connectionId: other.id, secret: 'x' }, other)).toMatchObject({
    text: 'Alerta de Otra',
    alert: { fits: false },
  })
})
