// @module-tag server
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SHOWN_ARRIVALS } from '#shared/limits.ts'
import type { Arrival } from '#shared/model/arrival.ts'
import { plansOf, watchStatements } from '../support/statements.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { signUp, type Trader } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

const TRADINGVIEW = '52.89.214.238'

let stage: TestApp
let trader: Trader
let connection: Awaited<ReturnType<Trader['connect']>>
/** Server time from which arrivals are listed. */
let since: string

beforeAll(async () => {
  stage = await startTestApp({ trustProxy: 1 })
  trader = await signUp(stage)
  const { id: templateId } = await trader.api.templates.create({
    name: 'Señal',
    content: '{{symbol}} {{side}} a {{price}}{{#if notes}} {{notes}}{{/if}}',
  })
  connection = await trader.connect(stage.botApi, { name: 'Oro', templateId })
})
afterAll(() => stage[Symbol.asyncDispose]())
beforeEach(async () => {
  const { asOf } = await trader.api.connections.arrivals({ id: connection.id })
  // Arrivals in the millisecond of `asOf` would still be listed.
  since = new Date(Date.parse(asOf) + 1).toISOString()
  await expect.poll(() => new Date().toISOString() > since).toBe(true)
})

const arrivals = async (): Promise<Arrival[]> =>
  (await trader.api.connections.arrivals({ id: connection.id, since })).items

const whole = { symbol: 'BTC', side: 'buy', price: '94312.50' }

const send = (body: string | object, from = TRADINGVIEW) =>
  fetch(connection.webhookUrl, {
    method: 'POST',
    headers: { 'x-forwarded-for': from },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

/** Posts a body. @returns its arrival, once delivered, failed or refused */
async function arrived(body: string | object, from?: string): Promise<Arrival | undefined> {
  await send(body, from)
  const settled = ({ kind, ...one }: Partial<Arrival> & { telegramDeliveryStatus?: string }) =>
    kind === 'refused' || (kind === 'taken' && one.telegramDeliveryStatus !== 'pending')
  await expect.poll(async () => (await arrivals()).map(settled)).toEqual([true])
  return (await arrivals())[0]
}

describe('the list of arrivals', () => {
  it('shows a well-formed alert without advice', async () => {
    expect(await arrived(whole)).toMatchObject({
      kind: 'taken',
      name: 'Alerta de Oro',
      receivedFrom: TRADINGVIEW,
      isTradingView: true,
      reading: 'json',
      fault: null,
      missing: [],
      unfilled: [],
      fits: true,
      telegramDeliveryStatus: 'success',
      deliveredInMs: expect.any(Number),
      excerpt: 'BTC buy a 94312.50',
      advice: null,
    })
  })

  it('names missing variables and the keys used instead', async () => {
    expect(await arrived({ ticker: 'BTC', price: 1 }, '1.2.3.4')).toMatchObject({
      isTradingView: false,
      missing: ['side'],
      came: ['ticker', 'price'],
      taken: [{ key: 'symbol', from: 'ticker' }],
      advice: { code: 'missing', text: expect.stringContaining('Añade «side» al JSON') },
    })
  })

  it('names placeholders that TradingView did not replace', async () => {
    expect(await arrived({ ...whole, side: '{{strategy.order.action}}' })).toMatchObject({
      unfilled: ['{{strategy.order.action}}'],
      advice: { code: 'unfilled', text: expect.stringContaining('alertas de una estrategia') },
    })
  })

  it.each([
    ['NaN', '{"symbol":"BTC","side":"buy","price":NaN}', '«NaN» va entre comillas.'],
    ['quotes', '{"symbol":"BTC","side":"a "buy" b","price":1}', 'comillas se escriben'],
    ['a secret', '{"symbol":"BTC","side":"buy","price":1,"token":MARCA7}', '«•••» va entre'],
  ])('explains why a body was repaired: %s', async (_what, body, fault) => {
    expect(await arrived(body)).toMatchObject({
      reading: 'repaired',
      fault: expect.stringContaining(fault),
      advice: { code: 'repaired', text: expect.stringContaining(fault) },
    })
  })

  it('says that a text is not JSON', async () => {
    expect(await arrived('BTCUSDT cruza 94.000')).toMatchObject({
      reading: 'text',
      excerpt: 'BTCUSDT cruza 94.000',
      advice: { code: 'text', text: expect.stringContaining('Llegó un texto, no un JSON') },
    })
  })

  it('says that a payload fits no variable of the template', async () => {
    expect(await arrived({ foo: 'bar' })).toMatchObject({
      fits: false,
      advice: { code: 'misfit' },
    })
  })

  it('says that the connection is switched off', async () => {
    await trader.api.connections.update({ id: connection.id, isActive: false })
    expect(await arrived(whole)).toMatchObject({
      telegramDeliveryStatus: 'failed',
      advice: { code: 'inactive' },
    })
    await trader.api.connections.update({ id: connection.id, isActive: true })
  })

  it('shows refused webhooks: an empty body and a too-large one', async () => {
    expect(await arrived(' ')).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('mensaje vacío para «Oro»'),
      count: 1,
      advice: { code: 'empty' },
    })
    await send('y'.repeat(65_537))
    expect(await arrivals()).toMatchObject([
      { advice: { code: 'too-large' }, excerpt: expect.stringMatching(/^y{500}…$/) },
      { advice: { code: 'empty' } },
    ])
  })

  it.each([
    ['a slash', (url: string) => `${url}/`],
    ['another case', (url: string) => url.replace('webhooks', 'Webhooks')],
    ['a line end', (url: string) => `${url}%0A`],
    ['a full stop', (url: string) => `${url}.`],
  ])('shows alerts posted to an address copied with %s', async (_what, copied) => {
    expect((await postAlert(copied(connection.webhookUrl), whole)).status).toBe(202)
    await expect.poll(arrivals).toMatchObject([{ kind: 'taken', excerpt: 'BTC buy a 94312.50' }])
  })

  it('shows webhooks to a miscopied address, as the diagnosis does', async () => {
    const wrong = connection.webhookUrl.replace('/webhooks/', '/connections/')
    for (const address of [`${wrong}/panel`, connection.webhookUrl.repeat(2)])
      expect((await postAlert(address, whole)).status).toBe(404)
    await expect.poll(arrivals).toMatchObject([
      {
        kind: 'refused',
        reason: expect.stringContaining('«Oro» a una dirección mal copiada'),
        count: 2,
        excerpt: JSON.stringify(whole),
        advice: { code: 'miscopied' },
      },
    ])
    const { items } = await trader.api.errorLogs.list({})
    expect(items[0]).toMatchObject({ isCritical: true, count: 2 })
    expect(JSON.stringify(items[0])).not.toContain(connection.id)
    const groups = await trader.api.diagnosis.read()
    expect(groups.flatMap(({ findings }) => findings)).toContainEqual({
      what: 'Webhooks de «Oro»',
      state: 'wrong',
      detail: expect.stringMatching(
        /mal copiada, y no se guardó. 2 veces en las últimas 24 horas.$/,
      ),
      remedy: expect.stringContaining('Copia otra vez'),
      connectionId: connection.id,
    })
  })

  it('says that the text came in the query, and stores no values of it', async () => {
    const address = `${connection.webhookUrl}?message=BTC%20BUY&key=s3cret`
    expect((await fetch(address, { method: 'POST' })).status).toBe(400)
    await expect.poll(arrivals).toMatchObject([
      {
        kind: 'refused',
        advice: {
          code: 'empty',
          text: expect.stringMatching(/^El texto venía en la dirección \(message y key\)/),
        },
      },
    ])
    const { items } = await trader.api.errorLogs.list({})
    expect(JSON.stringify(items[0])).not.toMatch(/BTC BUY|s3cret/)
    expect(items[0]?.details).toMatchObject({ query: ['message', 'key'] })
  })

  it('shows refused senders, naming TRUST_PROXY for a private address', async () => {
    await trader.api.profile.update({ onlyTradingview: true })
    expect(await arrived(whole, '1.2.3.4')).toMatchObject({
      receivedFrom: '1.2.3.4',
      isTradingView: false,
      advice: { code: 'not-tradingview', text: expect.not.stringContaining('TRUST_PROXY') },
    })
    await send(whole, '172.17.0.1')
    await expect
      .poll(arrivals)
      .toMatchObject([{ advice: { text: expect.stringContaining('TRUST_PROXY') } }])
    await trader.api.profile.update({ onlyTradingview: false })
  })

  it('is limited to one connection of the caller’s account', async () => {
    const other = await trader.connect(stage.botApi, { name: 'Plata' })
    await postAlert(other.webhookUrl, '')
    await postAlert(other.webhookUrl, whole)
    expect(await arrivals()).toEqual([])
    const luis = await signUp(stage, 'luis')
    await expect(luis.api.connections.arrivals({ id: connection.id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  it('drops deleted alerts, and is refused for a removed connection', async () => {
    const gone = await trader.connect(stage.botApi, { name: 'Plata' })
    await postAlert(gone.webhookUrl, whole)
    const { items } = await trader.api.connections.arrivals({ id: gone.id })
    await trader.api.alerts.deleteMany({ ids: items.map(({ id }) => id) })
    expect((await trader.api.connections.arrivals({ id: gone.id })).items).toEqual([])
    await trader.api.connections.remove({ id: gone.id })
    await expect(trader.api.connections.arrivals({ id: gone.id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  it('is bounded in entries and size, newest first', async () => {
    const bodies = Array.from({ length: 30 }, (_, n) => ({ ...whole, price: n }))
    for (const body of bodies) await send(body)
    await send(`{"symbol":"BTC","notes":"${'"x'.repeat(30_000)}`)
    const listed = await arrivals()
    expect(listed).toHaveLength(SHOWN_ARRIVALS)
    expect(listed[0]).toMatchObject({ fault: null })
    const times = listed.map(({ timestamp }) => timestamp)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(JSON.stringify(listed).length).toBeLessThan(SHOWN_ARRIVALS * 2_000)
  })

  it('is read by index from the given instant on', async () => {
    using statements = watchStatements()
    await arrivals()
    const { walksOf } = await plansOf(stage.app.db)
    const reads = statements.seen().filter(text => /received_at >=|"repeat_key" in/.test(text))
    expect(reads).toHaveLength(2)
    const walks = await Promise.all(reads.map(walksOf))
    expect(walks.flat().sort()).toEqual([
      'alerts by user_id, connection_id',
      'error_logs by user_id',
    ])
  })
})
