import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '#server/base/log.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { insertAlerts } from '#server/store/rows/alerts.ts'
import { alertRow } from '../support/rows.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { signUp, type Trader } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

let stage: TestApp
let marta: Trader
let luis: Trader
let gold: Awaited<ReturnType<Trader['connect']>>

beforeAll(async () => {
  stage = await startTestApp()
  marta = await signUp(stage, 'marta')
  luis = await signUp(stage, 'luis')
  gold = await marta.connect(stage.botApi, { name: 'Oro' })
})
afterAll(() => stage[Symbol.asyncDispose]())

async function post(trader: Trader, webhookUrl: string, body: object): Promise<string> {
  const { alertId } = (await (await postAlert(webhookUrl, body)).json()) as { alertId: string }
  await expect
    .poll(async () => (await trader.api.alerts.read({ id: alertId })).telegramDeliveryStatus)
    .not.toBe('pending')
  return alertId
}

const exported = (query: string, cookie = marta.cookie) =>
  fetch(`${stage.url}/api/alerts/export?${query}`, { headers: { cookie } })

it('finds a new alert by its payload, connection and message', async () => {
  const id = await post(marta, gold.webhookUrl, { symbol: 'XAUUSD', nota: 'Ruptura del MÁXIMO' })
  for (const search of ['xauusd', 'maximo', 'oro', 'ma', 'gráfico'])
    expect(await marta.api.alerts.list({ search })).toMatchObject({ total: 1, items: [{ id }] })
  expect(await luis.api.alerts.list({ search: 'xauusd' })).toMatchObject({ total: 0, items: [] })
})

it('lists no alert received after its `asOf`', async () => {
  let isPosting = true
  const posting = (async () => {
    while (isPosting) await postAlert(gold.webhookUrl, { symbol: 'RAUDAL' })
  })()
  for (let nth = 0; nth < 20; nth += 1) {
    const { items, asOf } = await marta.api.alerts.list({})
    expect(items.filter(({ timestamp }) => timestamp >= asOf)).toEqual([])
  }
  isPosting = false
  await posting
})

it('deletes alerts by id, or by filter up to an instant', async () => {
  const ids: string[] = []
  for (const n of [1, 2, 3]) ids.push(await post(marta, gold.webhookUrl, { symbol: `BORRA${n}` }))
  expect(await luis.api.alerts.deleteMany({ ids })).toEqual({ deleted: 0, left: 0 })
  expect(await marta.api.alerts.deleteMany({ ids: ids.slice(0, 1) })).toEqual({
    deleted: 1,
    left: 0,
  })
  const { asOf, total } = await marta.api.alerts.list({ search: 'borra' })
  expect(total).toBe(2)
  const later = await post(marta, gold.webhookUrl, { symbol: 'BORRA4' })
  const selection = { filter: { search: 'borra' }, before: asOf }
  expect(await marta.api.alerts.deleteMany(selection)).toEqual({ deleted: 2, left: 0 })
  expect(await marta.api.alerts.deleteMany(selection)).toEqual({ deleted: 0, left: 0 })
  expect(await marta.api.alerts.list({ search: 'borra' })).toMatchObject({
    total: 1,
    items: [{ id: later }],
  })
})

it('sends no alert that was deleted while it waited', async () => {
  const quiet = await marta.connect(stage.botApi, { name: 'Quieta' })
  stage.botApi.fail({ chatId: quiet.telegramChatId, times: 1 }, { kind: 'flood', retryAfter: 30 })
  const first = await postAlert(quiet.webhookUrl, { symbol: 'ANULADA' })
  const { alertId } = (await first.json()) as { alertId: string }
  await expect
    .poll(async () => (await marta.api.alerts.read({ id: alertId })).reason)
    .toContain('Telegram')
  expect(await marta.api.alerts.deleteMany({ ids: [alertId] })).toEqual({ deleted: 1, left: 0 })
  expect(await stage.app.db.selectFrom('deliveries').selectAll().execute()).toEqual([])
  expect(stage.botApi.messages.filter(({ text }) => text?.includes('ANULADA'))).toEqual([])
})

it('purges alerts older than the given days', async () => {
  const days = [31, 29]
  const { user_id } = await stage.app.db
    .selectFrom('connections')
    .select('user_id')
    .where('id', '=', gold.id)
    .executeTakeFirstOrThrow()
  const aged = days.map(age =>
    alertRow({
      id: `de-hace-${age}`,
      user_id,
      connection_id: gold.id,
      received_at: Date.now() - age * 86_400_000,
      status: 'success',
    }),
  )
  await transaction(stage.app.db, trx => insertAlerts(trx, aged))
  await expect(marta.api.alerts.purge({ olderThanDays: 0 })).rejects.toMatchObject({ status: 422 })
  expect(await luis.api.alerts.purge({ olderThanDays: 30 })).toEqual({ deleted: 0, left: 0 })
  expect(await marta.api.alerts.purge({ olderThanDays: 30 })).toEqual({ deleted: 1, left: 0 })
  await expect(marta.api.alerts.read({ id: 'de-hace-31' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await marta.api.alerts.read({ id: 'de-hace-29' })).toMatchObject({ name: 'Cruce' })
})

it('exports search results as CSV and as JSON', async () => {
  const id = await post(marta, gold.webhookUrl, {
    alert_name: 'Ficha; "rara"',
    symbol: 'FICHERO',
    price: 1.1,
    notes: 'una\nlínea',
  })
  const csv = await exported('format=csv&search=fichero&tz=Europe/Madrid')
  expect(csv.headers.get('content-disposition')).toMatch(
    /^attachment; filename="pregonero-alertas-\d{4}-\d\d-\d\d\.csv"$/,
  )
  const [head, line, ...rest] = (await csv.text()).split('\r\n')
  expect(head).toMatch(/^\uFEFF?"Fecha \(Europe\/Madrid\)";"Alerta";"Conexión";"Estado"/)
  expect(line).toContain('"Ficha; ""rara""";"Oro";"Éxito";"1";')
  expect(line).toContain(id)
  expect(rest).toEqual([''])

  const json = await exported('format=json&search=fichero')
  const text = await json.text()
  expect(text).toContain('"price":1.1')
  expect(JSON.parse(text)).toEqual([
    expect.objectContaining({ id, telegramDeliveryStatus: 'success', connectionName: 'Oro' }),
  ])
  expect(await (await exported('format=json&search=xyzzy')).json()).toEqual([])
  expect(await (await exported('format=json', luis.cookie)).json()).toEqual([])
})

it('masks the secret of a webhook everywhere in an export', async () => {
  const { id: secret, webhookUrl } = gold
  await post(marta, webhookUrl, {
    alert_name: `Secreto de ${secret}`,
    [secret]: { url: webhookUrl, list: [secret] },
  })
  const escaped = `\\u${secret.charCodeAt(0).toString(16).padStart(4, '0')}${secret.slice(1)}`
  const answer = await postAlert(webhookUrl, `{"nota": "Secreto ${escaped}", "n": 1.10}`)
  expect(answer.status).toBe(202)
  const head = `${secret.slice(0, 8)}…`
  for (const format of ['csv', 'json']) {
    const text = await (await exported(`format=${format}&search=secreto`)).text()
    expect(text).toContain(`Secreto de ${head}`)
    expect(text).toContain(`Secreto ${head}`)
    expect(text).toContain('1.10')
    expect(text).not.toContain(secret.slice(1))
  }
  const all: object[] = await (await exported('format=json&search=secreto')).json()
  expect(all).toHaveLength(2)
  for (const alert of all) expect(alert).not.toHaveProperty('connectionId')
})

it('exports at most 3 attempts of an alert', async () => {
  const { db } = stage.app
  const { user_id } = await db
    .selectFrom('connections')
    .select('user_id')
    .where('id', '=', gold.id)
    .executeTakeFirstOrThrow()
  const tried = alertRow({
    user_id,
    connection_id: gold.id,
    connection_name: 'Oro',
    name: 'Insistente',
    status: 'failed',
  })
  await transaction(db, trx => insertAlerts(trx, [tried]))
  await db.updateTable('alerts').set({ attempts: 7 }).where('id', '=', tried.id).execute()
  const csv = await (await exported('format=csv')).text()
  expect(csv).toContain('"Insistente";"Oro";"Fallo";"3";')
  const json: object[] = await (await exported('format=json')).json()
  expect(json).toContainEqual(expect.objectContaining({ id: tried.id, retryAttempts: 3 }))
})

it('logs an export that breaks off', async () => {
  const lines: string[] = []
  const destination = { write: (line: string) => lines.push(line) }
  const log = createLog({ level: 'error', destination })
  await using broken = await startTestApp({}, { log })
  const trader = await signUp(broken)
  await broken.app.db.schema.alterTable('quarter_counts').renameTo('away').execute()
  const url = `${broken.url}/api/alerts/export?format=csv`
  const reading = fetch(url, { headers: { cookie: trader.cookie } }).then(answer => answer.text())
  await expect(reading).rejects.toThrow()
  expect(lines.filter(line => line.includes('an export broke off'))).toHaveLength(1)
})

it('refuses an export without a sign-in, or with a wrong filter', async () => {
  expect((await exported('format=csv', '')).status).toBe(401)
  for (const query of ['', 'format=xml', 'format=csv&tz=Marte', 'format=csv&from=ayer']) {
    const answer = await exported(query)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ code: 'INPUT_INVALID' })
  }
})
