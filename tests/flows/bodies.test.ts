import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { signUp, type Trader } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

/** Shows the text of any body. */
const TEMPLATE = {
  name: 'Todo',
  content: '*{{symbol}}*{{ticker}} {{price}}{{close}} {{notes}}\n{{payload}}',
}

let stage: TestApp
let trader: Trader
let connection: Awaited<ReturnType<Trader['connect']>>

beforeAll(async () => {
  stage = await startTestApp()
  trader = await signUp(stage)
  const template = await trader.api.templates.create(TEMPLATE)
  connection = await trader.connect(stage.botApi, { templateId: template.id })
})
afterAll(() => stage[Symbol.asyncDispose]())

/** Posts a body and waits for its message. */
async function deliver(body: Parameters<typeof postAlert>[1], contentType?: string) {
  const before = stage.botApi.messages.length
  const response = await postAlert(connection.webhookUrl, body, contentType)
  expect(response.status).toBe(202)
  const { alertId } = (await response.json()) as { alertId: string }
  await stage.botApi.waitFor(messages => messages.length === before + 1)
  await expect
    .poll(async () => (await trader.api.alerts.read({ id: alertId })).telegramDeliveryStatus)
    .toBe('success')
  const alert = await trader.api.alerts.read({ id: alertId })
  return { alert, message: stage.botApi.messages[before] }
}

describe('the sample bodies of TradingView', () => {
  it.each([
    ['plain text', 'BTCUSD Greater Than 9000'],
    ['text from placeholders', 'BATS:AAPL, price = 219.9, volume = 34'],
    ['an array', '[1,2,3]'],
    ['a JSON text', '"solo texto"'],
    ['a number', '123'],
  ])('%s is delivered as that text, without the template', async (_what, body) => {
    const { alert, message } = await deliver(body)
    expect(alert).toMatchObject({ reading: 'text', receivedPayload: { message: body } })
    expect(message).toMatchObject({ text: body, entities: [] })
  })

  it('the official JSON example arrives as its own text, as it fits no variable', async () => {
    const { alert, message } = await deliver('{"text": "BTCUSD Greater Than 9000"}')
    expect(alert).toMatchObject({ reading: 'json', fits: false })
    expect(alert.missing).toEqual(['symbol', 'ticker', 'price', 'close'])
    expect(message).toMatchObject({ text: 'BTCUSD Greater Than 9000', entities: [] })
  })

  it('the generated JSON fills the template and keeps its bar and fire times', async () => {
    const { alert, message } = await deliver(
      `{"connectionId":"${connection.id}","symbol":"BTCUSDT","exchange":"BINANCE","price":"67432.5","side":"buy","quantity":"0.1","timeframe":"15",
 "time":"2026-02-18T14:30:00Z","timenow":"2026-02-18T14:30:01Z","notes":"Cruce al alza"}`,
    )
    expect(alert).toMatchObject({
      reading: 'json',
      barTime: '2026-02-18T14:30:00.000Z',
      firedAt: '2026-02-18T14:30:01.000Z',
      summary: 'BTCUSDT · buy · 67432.5 · 15',
    })
    expect(message?.text).toContain('67432.5')
    expect(message?.text).toContain('Cruce al alza')
    expect(message?.text).not.toContain(connection.id)
  })

  it('nested objects are kept, numbers as they were written', async () => {
    const { alert, message } = await deliver(
      '{"passphrase":"x","time":"2020-09-06T01:44:17Z","exchange":"BINANCE","ticker":"DOGEUSDT","bar":{"time":"2020-09-06T01:43:00Z","open":0.002748,"high":0.0027486,"low":0.002748,"close":0.00274860,"volume":150177},"strategy":{"position_size":10000,"order_action":"buy","order_contracts":10000,"order_price":0.0027451,"order_id":"doge door","market_position":"long","market_position_size":10000,"prev_market_position":"flat","prev_market_position_size":0}}',
    )
    expect(alert.summary).toBe('DOGEUSDT · buy · 0.0027451')
    expect(message?.text).toContain('"close": 0.00274860')
  })

  it('NaN becomes null, and the repair is reported', async () => {
    const { alert, message } = await deliver('{"ticker":"ETHUSDT","rsi":NaN,"close":3050.1}')
    expect(alert).toMatchObject({ reading: 'repaired', receivedPayload: { rsi: null } })
    expect(alert.rawBody).toBe('{"ticker":"ETHUSDT","rsi":NaN,"close":3050.1}')
    expect(message?.text).toContain('ETHUSDT')
    expect(message?.text).toContain('3050.1')
    const warning = await stage.app.db
      .selectFrom('error_logs')
      .selectAll()
      .where('message', 'like', '%reparó%')
      .executeTakeFirst()
    expect(warning).toMatchObject({ source: 'webhook', is_critical: 0 })
    expect(JSON.parse(warning?.details ?? '')).toMatchObject({
      error: 'Línea 1, columna 27: «NaN» va entre comillas.',
      excerpt: '{"ticker":"ETHUSDT","rsi":NaN,"close":3050.1}',
    })
  })

  it('quotes in a comment are repaired', async () => {
    const { alert } = await deliver('{"comment":"Salida "TP1"","price":"1.08"}')
    expect(alert).toMatchObject({
      reading: 'repaired',
      receivedPayload: { comment: 'Salida "TP1"', price: '1.08' },
    })
  })

  it('markup in values stays text', async () => {
    const { message } = await deliver(
      '{"symbol":"BTC_USDT","notes":"<b>1 < 2</b> & *x* [a](javascript:x)"}',
    )
    expect(message?.text).toContain('BTC_USDT')
    expect(message?.text).toContain('<b>1 < 2</b> & *x* [a](javascript:x)')
    expect(message?.entities.map(entity => entity.type)).toEqual(['bold'])
  })

  it('a form is decoded and reported as repaired, without a warning', async () => {
    const warnings = () => trader.api.errorLogs.list({ search: 'JSON válido' })
    const [before] = (await warnings()).items
    const { alert, message } = await deliver(
      'symbol=BTCUSDT&price=67%2C432.50&notes=Se%C3%B1al+larga',
      'application/x-www-form-urlencoded',
    )
    expect(alert).toMatchObject({
      reading: 'repaired',
      receivedPayload: { symbol: 'BTCUSDT', price: '67,432.50', notes: 'Señal larga' },
    })
    expect(message?.text).toContain('Señal larga')
    expect((await warnings()).items[0]).toEqual(before)
  })

  it('JSON from curl is read as JSON, whatever its content type', async () => {
    const { alert } = await deliver(
      '{"symbol":"A&B","notes":"a=b&c=d"}',
      'application/x-www-form-urlencoded',
    )
    expect(alert).toMatchObject({ reading: 'json', receivedPayload: { symbol: 'A&B' } })
  })

  it.each(['', ' \r\n', '\ufeff\u200b\u3000\u00a0'])(
    'an empty body is refused and reported: %j',
    async body => {
      const response = await postAlert(connection.webhookUrl, body)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ code: 'BODY_EMPTY' })
      const entry = await stage.app.db
        .selectFrom('error_logs')
        .selectAll()
        .where('message', 'like', '%vacío%')
        .executeTakeFirst()
      expect(entry?.message).toContain('Oro H1')
    },
  )
})

describe('unusual bodies', () => {
  it('a body of the largest size arrives in 16 parts', async () => {
    const { alert } = await deliver('x'.repeat(65_536))
    expect(alert.messageIds).toHaveLength(16)
  })

  it('bytes that are not UTF-8 are read as Windows-1252', async () => {
    const { message } = await deliver(Uint8Array.from([0x53, 0xed, 0x20, 0x80]))
    expect(message?.text).toBe('Sí €')
  })

  it('UTF-16 is read as UTF-16', async () => {
    const { alert } = await deliver(Uint8Array.from(Buffer.from('\ufeff{"symbol":"Ñ"}', 'utf16le')))
    expect(alert).toMatchObject({ reading: 'json', receivedPayload: { symbol: 'Ñ' } })
  })

  it('a lone surrogate in an escape arrives as U+FFFD', async () => {
    const { message } = await deliver('{"symbol":"\\ud83d","price":"\\u0000"}')
    expect(message?.text).toContain('\uFFFD')
  })

  it('a key called __proto__ is an ordinary key', async () => {
    const { message } = await deliver('{"__proto__":{"price":"1"},"symbol":"X"}')
    expect(message?.text).toMatch(/^X 1\n/)
  })

  it('a body over 64 KB is answered 413, and its start is logged', async () => {
    const response = await postAlert(connection.webhookUrl, 'y'.repeat(65_537))
    expect(response.status).toBe(413)
    const entry = await stage.app.db
      .selectFrom('error_logs')
      .selectAll()
      .where('message', 'like', '%grande%')
      .executeTakeFirst()
    expect(entry?.details).toContain('yyyy')
  })

  it('an unknown connection is answered 404 and stores no alert', async () => {
    const count = () =>
      stage.app.db
        .selectFrom('alerts')
        .select(eb => eb.fn.countAll().as('n'))
        .executeTakeFirst()
    const before = await count()
    const response = await postAlert(`${stage.url}/webhooks/nobody`, { a: 1 })
    expect(response.status).toBe(404)
    expect(await count()).toEqual(before)
  })

  it('GET is answered 405 with the purpose of the address', async () => {
    const response = await fetch(connection.webhookUrl)
    expect(response.status).toBe(405)
    expect(await response.text()).toContain('TradingView')
  })
})
