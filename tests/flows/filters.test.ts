import { expect, it } from 'vitest'
import { previewMessage } from '#web/screens/templates/preview-message.ts'
import { startTestApp } from '../support/test-app.ts'
import { signUp } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

const TEMPLATE =
  '**{{side | mayúsculas}}** a {{price | 2 | miles}} {{gone | o "—"}}\n{{time | fecha | hora}}, {{timestamp | hace}}'
const BODY = { action: 'buy', close: '67432.505', time: '2026-11-19T15:35:02Z' }

it('a message has formatted numbers, and times as entities over the account’s zone', async () => {
  await using stage = await startTestApp()
  const trader = await signUp(stage)
  await trader.api.profile.update({ timeZone: 'America/Bogota' })
  const { id: templateId } = await trader.api.templates.create({ name: 'X', content: TEMPLATE })
  const { webhookUrl, id } = await trader.connect(stage.botApi, { templateId })

  const generated = await trader.api.connections.payload({ id })
  expect(Object.keys(generated)).toEqual(
    expect.arrayContaining(['side', 'price', 'gone', 'time', 'symbol']),
  )

  const response = await postAlert(webhookUrl, BODY)
  const { alertId } = (await response.json()) as { alertId: string }
  await stage.botApi.waitFor(() => stage.botApi.messages.length === 1)
  const read = () => trader.api.alerts.read({ id: alertId })
  await expect.poll(async () => (await read()).telegramDeliveryStatus).toBe('success')
  const alert = await read()
  const received = Math.floor(Date.parse(alert.timestamp) / 1_000)

  const [sent] = stage.botApi.messages
  expect(sent?.text).toMatch(
    /^BUY a 67\.432,51 —\n19\/11\/2026, 10:35 GMT-5, \d\d\/\d\d\/\d{4}, \d\d:\d\d:\d\d GMT-5$/,
  )
  const times = [
    { type: 'date_time', offset: 18, length: 23, unix_time: 1_795_102_502, date_time_format: 'dt' },
    { type: 'date_time', offset: 43, length: 26, unix_time: received, date_time_format: 'r' },
  ]
  const bold = { type: 'bold', offset: 0, length: 3 }
  expect(sent?.entities).toEqual([bold, ...times])
  expect(alert.message).toMatchObject({ text: sent?.text, entities: [bold, ...times] })
  expect(alert).toMatchObject({ missing: [], fits: true })

  const preview = previewMessage(
    { content: TEMPLATE, buttons: [], picture: 'below', whenMissing: 'line' },
    JSON.stringify(BODY),
    { now: Date.parse(alert.timestamp), timeZone: 'America/Bogota', alert: undefined },
  )
  expect(preview?.pieces).toEqual([{ text: sent?.text, entities: [bold, ...times] }])
})

it('times are sent as text, without a warning, once date_time is refused', async () => {
  await using stage = await startTestApp()
  const { botApi } = stage
  const trader = await signUp(stage)
  const content = '**{{side}}** {{time | hora}}'
  const { id: templateId } = await trader.api.templates.create({ name: 'X', content })
  const { webhookUrl } = await trader.connect(botApi, { templateId })
  botApi.fail(
    { entity: 'date_time' },
    {
      kind: 'refusal',
      status: 400,
      description: "Bad Request: can't parse MessageEntity: Unsupported type specified",
    },
  )
  const { promise: after, resolve: open } = Promise.withResolvers<void>()
  botApi.fail({ text: 'A' }, { kind: 'delay', ms: 0, after })
  await postAlert(webhookUrl, { ...BODY, side: 'A' })
  await botApi.waitFor((_messages, requests) => requests.length === 2)
  for (const side of ['B', 'C']) await postAlert(webhookUrl, { ...BODY, side })
  open()
  await botApi.waitFor(messages => messages.length === 2)
  const text = (side: string) => `${side} 16:35 CET`
  expect(botApi.messages).toMatchObject([
    { text: text('A'), entities: [{ type: 'bold' }] },
    {
      text: `${text('B')}\n──────────\n${text('C')}`,
      entities: [{ type: 'bold' }, { type: 'bold' }],
    },
  ])
  expect(botApi.requests.filter(({ status }) => status === 400)).toHaveLength(1)
  expect(await stage.app.db.selectFrom('error_logs').selectAll().execute()).toEqual([])
})
