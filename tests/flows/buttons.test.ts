import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TemplateButton } from '#shared/model/template-button.ts'
import type { Fault } from '../support/bot-api/faults.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { signUp, type Trader } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

const buttons: TemplateButton[][] = [
  [
    { kind: 'chart', text: 'Gráfico', style: 'primary' },
    { kind: 'copy', text: 'Copiar {{side}}', value: '{{price}}' },
  ],
  [{ kind: 'link', text: 'Diario', url: 'https://ejemplo.com/?s={{symbol}}' }],
]
const PICTURE = 'https://s3.tradingview.com/snapshots/a/abcd.png'
const body = { symbol: 'BTCUSDT', exchange: 'BINANCE', interval: '5', side: 'buy', price: 1.5 }
const chart = (symbol: string, text: string, interval = '5') => ({
  text,
  url: `https://es.tradingview.com/chart/?symbol=${symbol}&interval=${interval}`,
  style: 'primary',
})
const all = [
  [chart('BINANCE:BTCUSDT', 'Gráfico'), { text: 'Copiar buy', copy_text: { text: '1.5' } }],
  [{ text: 'Diario', url: 'https://ejemplo.com/?s=BTCUSDT' }],
]

let stage: TestApp
let trader: Trader

beforeAll(async () => {
  stage = await startTestApp()
  trader = await signUp(stage)
})
afterAll(() => stage[Symbol.asyncDispose]())

async function connect({ linkPreview = true, picture = 'below' as 'above' | 'below' } = {}) {
  const content = '{{symbol}} {{price}}{{text | o ""}}'
  const template = await trader.api.templates.create({ name: 'B', content, buttons, picture })
  const to = await trader.connect(stage.botApi, { templateId: template.id, linkPreview })
  return { ...to, template }
}
type Connection = Awaited<ReturnType<typeof connect>>

async function post({ webhookUrl }: Connection, more: object = {}): Promise<string> {
  const response = await postAlert(webhookUrl, { ...body, ...more })
  const { alertId }: { alertId: string } = await response.json()
  return alertId
}

async function delivered(id: string) {
  await expect
    .poll(async () => (await trader.api.alerts.read({ id })).telegramDeliveryStatus)
    .toBe('success')
  return trader.api.alerts.read({ id })
}

/** Messages that arrived in a connection's chat; `sends` has the requests for it. */
const messages = ({ telegramChatId }: Connection) =>
  stage.botApi.messages.filter(({ chatId }) => chatId === telegramChatId)
const sends = ({ telegramChatId }: Connection) =>
  stage.botApi.requests.filter(
    ({ method, chatId }) => method === 'sendmessage' && chatId === telegramChatId,
  )
const sentParameters = (to: Connection) =>
  sends(to).map(({ parameters }) => Object.fromEntries(parameters))
const fail = ({ telegramChatId: chatId }: Connection, fault: Fault, times = 1) =>
  stage.botApi.fail({ chatId, times }, fault)
const errorLogs = ({ id }: Connection) =>
  stage.app.db.selectFrom('error_logs').selectAll().where('repeat_key', 'like', `%:${id}`).execute()

/** Posts alerts while an earlier message is in flight. */
async function burst(to: Connection, bodies: readonly object[]): Promise<string[]> {
  const { promise: after, resolve: open } = Promise.withResolvers<void>()
  fail(to, { kind: 'delay', ms: 0, after })
  const ids = [await post(to, { symbol: 'ANTES' })]
  await stage.botApi.waitFor(() => sends(to).length > 0)
  for (const more of bodies) ids.push(await post(to, more))
  open()
  return ids
}

describe('a message', () => {
  it('arrives with its buttons and its picture, and its record shows them', async () => {
    const to = await connect()
    const alert = await delivered(await post(to, { snapshot: PICTURE }))
    const [message] = messages(to)
    expect(message).toMatchObject({
      text: 'BTCUSDT 1.5',
      buttons: all,
      preview: { url: PICTURE, isLarge: true, isAbove: false },
    })
    expect(alert.message).toEqual({
      text: 'BTCUSDT 1.5',
      entities: [],
      buttons: [
        [chart('BINANCE:BTCUSDT', 'Gráfico'), { text: 'Copiar buy', copy: '1.5' }],
        [{ text: 'Diario', url: 'https://ejemplo.com/?s=BTCUSDT' }],
      ],
      picture: { url: PICTURE, place: 'below' },
    })
  })

  it('omits buttons without values, and all buttons of a text body', async () => {
    const to = await connect()
    await delivered(await post(to, { price: '', exchange: undefined, interval: 'x', symbol: 'A' }))
    await postAlert(to.webhookUrl, 'solo texto')
    await stage.botApi.waitFor(() => messages(to).length === 2)
    expect(messages(to).map(message => message.buttons)).toEqual([
      [
        [{ ...chart('A', 'Gráfico'), url: 'https://es.tradingview.com/chart/?symbol=A' }],
        [{ text: 'Diario', url: 'https://ejemplo.com/?s=A' }],
      ],
      [],
    ])
  })

  it('shows its picture above if its template says so, never with previews off', async () => {
    const [above, off] = [
      await connect({ picture: 'above' }),
      await connect({ linkPreview: false }),
    ]
    for (const to of [above, off]) await delivered(await post(to, { snapshot: PICTURE }))
    expect([...messages(above), ...messages(off)]).toMatchObject([
      { preview: { url: PICTURE, isAbove: true }, linkPreview: true },
      { preview: { url: '', isDisabled: true }, linkPreview: false, buttons: all },
    ])
  })

  it('in parts has buttons under the last, its picture with the first or the last', async () => {
    const text = `\n${'línea\n'.repeat(1_000)}`
    const told = []
    for (const picture of ['above', 'below'] as const) {
      const to = await connect({ picture })
      await delivered(await post(to, { snapshot: PICTURE, text }))
      told.push(messages(to).map(({ buttons, preview }) => [buttons.length, preview.url]))
    }
    expect(told).toEqual([
      [
        [0, PICTURE],
        [2, ''],
      ],
      [
        [0, ''],
        [2, PICTURE],
      ],
    ])
  })

  it('omits buttons and picture that would show the webhook’s id', async () => {
    const to = await connect()
    const address = encodeURIComponent(to.webhookUrl)
    await delivered(
      await post(to, {
        snapshot: `https://a.b/?u=${address}`,
        symbol: to.id,
        price: to.webhookUrl,
        side: to.webhookUrl,
      }),
    )
    expect(JSON.stringify(sentParameters(to))).not.toContain(to.id)
    expect(messages(to)).toMatchObject([{ buttons: [], preview: { url: '' } }])
  })

  it('is retried unchanged after its template was edited', async () => {
    const to = await connect()
    const { promise: after, resolve: open } = Promise.withResolvers<void>()
    fail(to, { kind: 'reset', stored: true, after })
    const id = await post(to, { snapshot: PICTURE, text: ' a las 12' })
    await stage.botApi.waitFor(() => sends(to).length > 0)
    await trader.api.templates.update({
      ...{ id: to.template.id, name: 'B', content: 'otra' },
      buttons: [],
      picture: 'above',
    })
    open()
    expect(await delivered(id)).toMatchObject({ uncertain: true })
    const [first, second] = sentParameters(to)
    expect(first?.reply_markup).toBeTypeOf('string')
    expect(second).toEqual(first)
  })

  it('stores times apart from other entities, and resends them in place', async () => {
    const content = '**{{time | hora}}** {{time | hace}} *{{symbol}}*'
    const template = await trader.api.templates.create({ name: 'T', content })
    const to = { ...(await trader.connect(stage.botApi, { templateId: template.id })), template }
    fail(to, { kind: 'reset', stored: true })
    const id = await post(to, { time: '2026-11-23T05:00:00Z' })
    const { message } = await delivered(id)
    const [first, second] = sentParameters(to)
    expect(first?.entities?.match(/date_time"/g)).toHaveLength(2)
    expect(second).toEqual(first)
    expect(message?.entities).toEqual(JSON.parse(first?.entities ?? ''))
    const row = await stage.app.db
      .selectFrom('alerts')
      .select(['message_entities', 'message_times'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.message_entities).not.toContain('date_time')
    expect(JSON.parse(row.message_times ?? '')).toHaveLength(2)
  })

  it('is composed with the current template when resent by hand', async () => {
    const to = await connect()
    const refusal: Fault = { kind: 'refusal', status: 400, description: 'Bad Request: new' }
    fail(to, refusal)
    const id = await post(to, { snapshot: PICTURE })
    const status = async () => (await trader.api.alerts.read({ id })).telegramDeliveryStatus
    await expect.poll(status).toBe('failed')
    const { template } = to
    await trader.api.templates.update({ id: template.id, name: 'B', content: 'x', buttons: [] })
    const queued = await trader.api.alerts.resend({ id })
    expect(queued.message === null || queued.message.text === 'x').toBe(true)
    expect((await delivered(id)).message).toMatchObject({ text: 'x', buttons: [] })
    expect(messages(to)).toMatchObject([{ text: 'x', buttons: [] }])
  })
})

describe('a message of several alerts', () => {
  it('has a row per chart, newest first, and the newest picture', async () => {
    const to = await connect()
    const bodies = [
      { symbol: 'A', snapshot: PICTURE },
      { symbol: '', exchange: '' },
      { symbol: 'B', interval: '240', snapshot: `${PICTURE}?2` },
      { symbol: 'A' },
    ]
    for (const id of await burst(to, bodies)) await delivered(id)
    expect(messages(to)).toHaveLength(2)
    expect(messages(to)[1]).toMatchObject({
      buttons: [[chart('BINANCE:A', 'A · 5m')], [chart('BINANCE:B', 'B · 4h', '240')]],
      preview: { url: `${PICTURE}?2` },
    })
  })

  it('has at most eight button rows', async () => {
    const to = await connect()
    const bodies = Array.from({ length: 12 }, (_, n) => ({ symbol: `S${n}` }))
    for (const id of await burst(to, bodies)) await delivered(id)
    const texts = messages(to)[1]?.buttons.map(row => row.map(({ text }) => text))
    expect(texts).toEqual(Array.from({ length: 8 }, (_, n) => [`S${11 - n} · 5m`]))
  })

  it('loses its buttons but no alert when Telegram refuses them', async () => {
    const to = await connect()
    const description = 'Bad Request: BUTTON_URL_INVALID'
    const { telegramChatId: chatId } = to
    stage.botApi.fail(
      { chatId, text: 'B 1.5', times: 1 },
      { kind: 'refusal', status: 400, description },
    )
    for (const id of await burst(to, [{ symbol: 'A' }, { symbol: 'B' }])) await delivered(id)
    expect(messages(to).map(({ buttons }) => buttons.length)).toEqual([2, 0])
    expect(await errorLogs(to)).toHaveLength(1)
  })
})

describe('a refusal by Telegram', () => {
  const refusal = (description: string): Fault => ({
    kind: 'refusal',
    status: 400,
    description: `Bad Request: ${description}`,
  })

  it.each([
    'BUTTON_COPY_TEXT_INVALID',
    "inline keyboard button URL 'https://another.example.com' is invalid: Wrong HTTP URL",
    'reply markup is too long',
    "can't parse inline keyboard button: invalid button style specified",
  ])('drops all buttons and sends the message: %s', async description => {
    const to = await connect()
    fail(to, refusal(description))
    const alert = await delivered(await post(to, { snapshot: PICTURE }))
    expect(messages(to)).toMatchObject([{ buttons: [], preview: { url: PICTURE } }])
    expect(alert.message).toMatchObject({ buttons: [], picture: { url: PICTURE } })
    expect(await errorLogs(to)).toMatchObject([
      {
        is_critical: 0,
        count: 1,
        message: expect.stringContaining('se envía sin botones'),
      },
    ])
  })

  it('drops only the button whose URL it names, and logs its text', async () => {
    const to = await connect()
    const refused = all.flat().find(button => 'url' in button && button.url.includes('ejemplo'))
    const url = refused && 'url' in refused ? refused.url : ''
    fail(to, refusal(`inline keyboard button URL '${url}' is invalid: Wrong HTTP URL`))
    const alert = await delivered(await post(to))
    const others = all.map(row => row.filter(button => button !== refused)).filter(row => row[0])
    expect(messages(to)).toMatchObject([{ buttons: others }])
    expect(alert.message?.buttons?.flat()).toHaveLength(all.flat().length - 1)
    expect(await errorLogs(to)).toMatchObject([
      { message: expect.stringContaining(`se envía sin el botón «${refused?.text}»`) },
    ])
  })

  it('fails the alert if repeated after the buttons were dropped', async () => {
    const to = await connect()
    fail(to, refusal('BUTTON_URL_INVALID'), 3)
    const id = await post(to)
    await expect
      .poll(async () => (await trader.api.alerts.read({ id })).telegramDeliveryStatus)
      .toBe('failed')
    expect(sends(to)).toHaveLength(2)
  })

  it('drops the picture and keeps the buttons', async () => {
    const to = await connect()
    fail(to, refusal('WEBPAGE_CURL_FAILED'))
    await delivered(await post(to, { snapshot: PICTURE }))
    expect(messages(to)).toMatchObject([{ buttons: all, linkPreview: false }])
  })

  it('turns formatting and times into plain text, and keeps the buttons', async () => {
    const content = '{{time | hora}} {{symbol}}'
    const template = await trader.api.templates.create({ name: 'T', content, buttons })
    const to = { ...(await trader.connect(stage.botApi, { templateId: template.id })), template }
    fail(to, refusal('ENTITY_BOUNDS_INVALID'))
    const { message } = await delivered(await post(to, { time: '2026-11-23T05:00:00Z' }))
    expect(message?.entities).toEqual([])
    expect(messages(to)).toMatchObject([{ entities: [], buttons: all }])
  })
})

it('a test message has buttons filled with its test values', async () => {
  const to = await connect()
  expect(await trader.api.connections.test({ id: to.id })).toMatchObject({ ok: true })
  expect(messages(to)).toMatchObject([
    {
      buttons: [
        [
          {
            text: 'Gráfico',
            url: 'https://es.tradingview.com/chart/?symbol=TESTUSD',
            style: 'primary',
          },
          { text: 'Copiar buy', copy_text: { text: '123.45' } },
        ],
        [{ text: 'Diario', url: 'https://ejemplo.com/?s=TESTUSD' }],
      ],
    },
  ])
})

it('a trial counts the payloads that would omit each button', async () => {
  const to = await connect()
  await delivered(await post(to))
  await delivered(await post(to, { symbol: '', side: undefined }))
  const trial = await trader.api.templates.trial({
    id: to.template.id,
    content: '{{price}}',
    buttons,
  })
  expect(trial).toMatchObject({ tried: 2, withGaps: 0, buttonGaps: [[1, 1], [1]] })
})
