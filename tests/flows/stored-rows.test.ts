import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { decodeBody } from '#server/ingest/decode-body.ts'
import { readBody } from '#shared/body/read-body.ts'
import { alertSorts } from '#shared/list-choices.ts'
import { parsePayload } from '#shared/payload/payload.ts'
import { jsonBodies, mendedBodies, textBodies } from '../support/alert-bodies.ts'
import { anyCharacter } from '../support/any-character.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { signUp, type Trader } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

let stage: TestApp
let trader: Trader
let connection: Awaited<ReturnType<Trader['connect']>>

beforeAll(async () => {
  // The web role delivers no alerts: these tests only read.
  stage = await startTestApp({ role: 'web' })
  trader = await signUp(stage)
  connection = await trader.connect(stage.botApi)
})
afterAll(() => stage[Symbol.asyncDispose]())

async function keep(body: string): Promise<string> {
  const response = await postAlert(connection.webhookUrl, body)
  expect(response.status).toBe(202)
  const { alertId }: { alertId: string } = await response.json()
  return alertId
}

/** Reads a text as the server does: UTF-8 cannot encode every text. */
const readAsSent = (body: string) => readBody(decodeBody(Buffer.from(body)))

it.each([
  ['the last year that has four digits', '9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ['the year after it, by its zone', '9999-12-31T23:59:59-23:00', null],
  ['the first', '1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
  ['the year before it, by its zone', '1970-01-01T00:00:00+01:00', null],
  ['a time without a zone', '2026-11-19T15:35:00', null],
  ['the year 0', '0000-01-01T00:00:00+01:00', null],
])('the detail can be read if the bar is of %s', async (_what, time, told) => {
  const id = await keep(JSON.stringify({ time, timenow: time }))
  expect(await trader.api.alerts.read({ id })).toMatchObject({
    barTime: told,
    firedAt: told,
    receivedPayload: { time },
  })
})

it('rows with out-of-range instants are read without bar and fire time', async () => {
  const id = await keep('{"symbol":"BTC"}')
  for (const instant of [253_402_387_199_000, -62_167_222_800_000, Number.MAX_SAFE_INTEGER]) {
    await stage.app.db
      .updateTable('alerts')
      .set({ bar_time: instant, fired_at: instant })
      .where('id', '=', id)
      .execute()
    expect(await trader.api.alerts.read({ id })).toMatchObject({ barTime: null, firedAt: null })
  }
})

it('duplicate keys are reported', async () => {
  const id = await keep('{"price":1,"symbol":"BTC","price":2}')
  expect(await trader.api.alerts.read({ id })).toMatchObject({
    repeatedKeys: ['price'],
    receivedPayload: { price: 2 },
  })
})

it('every accepted alert can be read, listed, exported and tried', async () => {
  const bodies = [
    ...new Set([
      ...jsonBodies,
      ...textBodies,
      ...mendedBodies.map(([, body]) => body),
      ...fc.sample(strangeBody, { seed: 13, numRuns: 150 }),
    ]),
  ].filter(readAsSent)
  const ids = await Promise.all(
    bodies.map(async body => {
      const id = await keep(body)
      const { payloadText } = await trader.api.alerts.read({ id })
      expect(JSON.stringify(parsePayload(payloadText))).toBe(
        JSON.stringify(readAsSent(body)?.payload),
      )
      return id
    }),
  )

  const { api } = trader
  const [first] = (await api.alerts.list({})).items
  for (const sort of alertSorts)
    for (let page = 1; (page - 1) * 100 < ids.length; page += 1)
      await api.alerts.list({ sort, page, pageSize: 100 })
  for (const search of ['BTC', '{', '\\', '"', '%', '\ud83d', '\u200b', first?.name ?? ''])
    await api.alerts.list({ search })
  await api.alerts.recent({})
  for (const format of ['csv', 'json']) {
    const file = await fetch(`${stage.url}/api/alerts/export?format=${format}`, {
      headers: { cookie: trader.cookie },
    })
    const text = await file.text()
    if (format === 'json') expect(JSON.parse(text).length).toBeGreaterThanOrEqual(ids.length)
  }
  await api.connections.list()
  await api.connections.read({ id: connection.id })
  await api.connections.stats({ id: connection.id })
  await api.stats.summary({ tz: 'Europe/Madrid' })
  await api.stats.trend({ tz: 'Europe/Madrid', period: '12w' })
  await api.stats.byConnection({ tz: 'Europe/Madrid' })
  await api.templates.samples()
  await api.templates.examples({ ids: (await api.templates.list()).map(({ id }) => id) })
  await api.templates.trial({ content: '{{symbol}} {{bar.close}} {{#if rsi}}{{rsi}}{{/if}}' })
  await api.notifications.list()
  await api.errorLogs.list({ pageSize: 100 })
  await api.alerts.resendMany({ ids: ids.slice(0, 100) })
})

const strangeText = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 20 }),
  fc.constantFrom(
    ...['', '\ud83d', '\udc00x', '\0', '\u200b', '\u202e', 'NaN', '{{close}}', '{{#if a}}', '\r\n'],
    ...['9999-12-31T23:59:59-23:00', '0000-00-00T00:00', '2026-02-30T25:61:61Z', '-1', '1e400'],
    ...['2026-02-18T14:30:00Z', '+275760-09-13T00:00:00Z', `=1+1`, '@SUM(1)', 'x'.repeat(5_000)],
  ),
)
const strangeName = fc.oneof(
  fc.constantFrom(
    ...['time', 'timenow', 'name', 'alert_name', 'strategy_name', 'symbol', 'ticker', 'side'],
    ...['price', 'close', 'timeframe', 'message', 'text', 'connectionId', '__proto__', 'toJSON'],
    ...['constructor', 'bar.close', 'bar', '', 'rawJSON', 'length'],
  ),
  strangeText,
)
const strangeNumber = fc.constantFrom('1.10', '-0', '1e400', '12345678901234567890', '1E-7', '0.0')
const strangeValue = fc.letrec<{ value: string }>(tie => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    strangeText.map(text => JSON.stringify(text)),
    strangeNumber,
    fc.constantFrom('null', 'true', '[]', '{}', 'NaN', '"x"y"', String.raw`"\ud800"`, '67,1'),
    fc.array(tie('value'), { maxLength: 3 }).map(values => `[${values.join(',')}]`),
    fc
      .array(fc.tuple(strangeName, tie('value')), { maxLength: 3 })
      .map(fields => objectText(fields)),
  ),
})).value
const strangeBody = fc.oneof(
  fc.array(fc.tuple(strangeName, strangeValue), { maxLength: 8 }).map(fields => objectText(fields)),
  fc.integer({ min: 90, max: 110 }).map(depth => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
  strangeText,
)

const objectText = (fields: readonly (readonly [name: string, value: string])[]): string =>
  `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`
