import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeAccount } from '#server/store/account/account.ts'
import { findAccount } from '#server/store/rows/accounts.ts'
import { MAX_ADDRESSES } from '#shared/limits.ts'
import { watchStatements } from '../support/statements.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { signUp, type Trader } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

let stage: TestApp
let trader: Trader

beforeAll(async () => {
  stage = await startTestApp()
  trader = await signUp(stage)
})
afterAll(() => stage[Symbol.asyncDispose]())

const statusOf = async (url: string): Promise<number> => (await postAlert(url, { x: 1 })).status

/** @returns the alert's id */
async function receive(url: string): Promise<string> {
  const response = await postAlert(url, { symbol: 'XAUUSD' })
  expect(response.status).toBe(202)
  const { alertId } = (await response.json()) as { alertId: string }
  return alertId
}

const webhookUrlOf = async (id: string) => (await trader.api.connections.read({ id })).webhookUrl
const addressOf = async (alertId: string) =>
  (await trader.api.alerts.read({ id: alertId })).addressId
const idsOf = async (id: string) => (await trader.api.addresses.list({ id })).map(one => one.id)

describe('a leaked address', () => {
  it('is replaced, and everything else stays', async () => {
    const { id, webhookUrl } = await trader.connect(stage.botApi)
    const { api } = trader
    const [own] = await api.addresses.list({ id })
    expect(own).toMatchObject({ id, webhookUrl, lastUsedAt: null })
    const before = await receive(webhookUrl)
    expect(await addressOf(before)).toBeNull()

    const fresh = await api.addresses.create({ id })
    expect(fresh.id).toMatch(/^[\w-]{22}$/)
    expect(await webhookUrlOf(id)).toBe(fresh.webhookUrl)
    expect(await addressOf(before)).toBe(id)
    expect(await api.addresses.list({ id })).toMatchObject([
      { id: fresh.id, lastUsedAt: null },
      { id, lastUsedAt: (await api.alerts.read({ id: before })).timestamp },
    ])

    const [byOwn, byFresh] = [await receive(webhookUrl), await receive(fresh.webhookUrl)]
    const [first, second] = [byFresh, byOwn].map(alert => api.alerts.read({ id: alert }))
    expect(await first).toMatchObject({ connectionId: id, addressId: fresh.id })
    expect(await second).toMatchObject({ connectionId: id, addressId: id })
    expect(await api.addresses.list({ id })).toMatchObject([
      { lastUsedAt: (await first)?.timestamp },
      { lastUsedAt: (await second)?.timestamp },
    ])

    await api.addresses.remove({ id, address: id })
    expect(await statusOf(webhookUrl)).toBe(404)
    expect(await idsOf(id)).toEqual([fresh.id])
    const after = await receive(fresh.webhookUrl)
    for (const alert of [before, byOwn, byFresh, after]) await expectDelivered(alert)
    expect((await api.connections.read({ id })).stats.totalAlerts).toBe(4)
  })

  it('remains the connection’s id in every call after its removal', async () => {
    const { id } = await trader.connect(stage.botApi, { name: 'Plata' })
    const { api } = trader
    const fresh = await api.addresses.create({ id })
    await api.addresses.remove({ id, address: id })
    await api.connections.update({ id, name: 'Plata H4' })
    expect(await api.connections.payload({ id })).toMatchObject({ connectionId: id })
    expect((await api.connections.test({ id })).ok).toBe(true)
    await expect(api.connections.read({ id: fresh.id })).rejects.toMatchObject({ status: 404 })
    await expect(api.addresses.list({ id: fresh.id })).rejects.toMatchObject({ status: 404 })
    await api.connections.remove({ id })
    expect(await statusOf(fresh.webhookUrl)).toBe(404)
  })

  it('is masked in messages and exports of alerts that came by it', async () => {
    const { id, telegramChatId } = await trader.connect(stage.botApi)
    const { id: address, webhookUrl } = await trader.api.addresses.create({ id })
    const response = await postAlert(webhookUrl, `Pegado: ${webhookUrl}`)
    const { alertId } = (await response.json()) as { alertId: string }
    await expectDelivered(alertId)
    const { message } = await trader.api.alerts.read({ id: alertId })
    expect(message?.text).toMatch(/\/webhooks\/•••$/)
    const sent = stage.botApi.messages.filter(({ chatId }) => String(chatId) === telegramChatId)
    expect(sent).toHaveLength(1)
    expect(JSON.stringify(sent)).not.toContain(address)
    const file = await fetch(`${stage.url}/api/alerts/export?format=json`, {
      headers: { cookie: trader.cookie },
    })
    const text = await file.text()
    expect(text).toContain(alertId)
    expect(text).not.toContain(address)
  })
})

describe('an address', () => {
  it('is refused beyond five per connection, even when created concurrently', async () => {
    const { id } = await trader.connect(stage.botApi)
    for (let made = 1; made < MAX_ADDRESSES - 1; made += 1)
      await trader.api.addresses.create({ id })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 3 }, () => trader.api.addresses.create({ id })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await idsOf(id)).toHaveLength(MAX_ADDRESSES)
    await expect(trader.api.addresses.create({ id })).rejects.toMatchObject({
      code: 'TOO_MANY_ADDRESSES',
      status: 409,
    })
    await trader.api.addresses.remove({ id, address: id })
    await trader.api.addresses.create({ id })
  })

  it('can be deleted once, unless it is the last one', async () => {
    const { id } = await trader.connect(stage.botApi)
    const remove = (address: string) => trader.api.addresses.remove({ id, address })
    await expect(remove(id)).rejects.toMatchObject({ code: 'LAST_ADDRESS', status: 409 })
    const fresh = await trader.api.addresses.create({ id })
    const twice = await Promise.allSettled([remove(fresh.id), remove(fresh.id)])
    expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(remove(fresh.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const others = [await trader.api.addresses.create({ id }), { id }]
    const both = await Promise.allSettled(others.map(other => remove(other.id)))
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await idsOf(id)).toHaveLength(1)
  })

  it('delivers each alert answered 202 while it is being deleted', async () => {
    const { id } = await trader.connect(stage.botApi)
    const { webhookUrl, id: address } = await trader.api.addresses.create({ id })
    const posted = Array.from({ length: 60 }, (_, n) => postAlert(webhookUrl, { n }))
    await trader.api.addresses.remove({ id, address })
    const answers = await Promise.all(posted)
    const taken = await Promise.all(
      answers
        .filter(({ status }) => status === 202)
        .map(async answer => ((await answer.json()) as { alertId: string }).alertId),
    )
    expect(answers.filter(({ status }) => status !== 202 && status !== 404)).toEqual([])
    expect(await statusOf(webhookUrl)).toBe(404)
    for (const alert of taken) await expectDelivered(alert)
    expect((await trader.api.connections.read({ id })).stats.totalAlerts).toBe(taken.length)
  })

  it('belongs to its account and its connection', async () => {
    const luis = await signUp(stage, 'luis')
    const { id } = await trader.connect(stage.botApi)
    const { id: address, webhookUrl } = await trader.api.addresses.create({ id })
    const other = await trader.connect(stage.botApi)
    await trader.api.addresses.create({ id: other.id })
    const refused = { code: 'NOT_FOUND', status: 404 }
    await expect(luis.api.addresses.list({ id })).rejects.toMatchObject(refused)
    await expect(luis.api.addresses.create({ id })).rejects.toMatchObject(refused)
    await expect(luis.api.addresses.remove({ id, address })).rejects.toMatchObject(refused)
    await expect(trader.api.addresses.remove({ id: other.id, address })).rejects.toMatchObject(
      refused,
    )
    expect(await statusOf(webhookUrl)).toBe(202)
  })

  it('is remembered after deletion, in at most 21 rows per connection', async () => {
    const { id } = await trader.connect(stage.botApi)
    for (let n = 0; n < 30; n += 1) {
      const { id: address } = await trader.api.addresses.create({ id })
      await trader.api.addresses.remove({ id, address })
    }
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from addresses where connection_id = ${id}`.execute(stage.app.db)
    expect(Number(rows[0]?.n)).toBeLessThanOrEqual(21)
  })
})

describe('an export file', () => {
  it('restores the id as the only address if it lists no addresses', async () => {
    const ana = await signUp(stage, 'ana')
    const { id, webhookUrl } = await ana.connect(stage.botApi)
    const file = await ana.api.data.exportAll()
    expect(file.connections[0]).not.toHaveProperty('addresses')
    const { webhookUrl: fresh } = await ana.api.addresses.create({ id })
    await ana.api.addresses.remove({ id, address: id })
    await ana.api.data.importAll(file)
    expect(await statusOf(webhookUrl)).toBe(202)
    expect(await statusOf(fresh)).toBe(404)
  })

  it('restores addresses and keeps the id retired, here and elsewhere', async () => {
    const eva = await signUp(stage, 'eva')
    const { id, webhookUrl } = await eva.connect(stage.botApi)
    const other = await eva.connect(stage.botApi)
    const made = []
    for (let n = 0; n < 3; n += 1) made.push(await eva.api.addresses.create({ id }))
    await eva.api.addresses.remove({ id, address: id })
    const newest = made.at(-1)
    const file = await eva.api.data.exportAll()
    const exported = file.connections.find(one => one.id === id)
    expect(exported?.addresses).toEqual(made.map(one => one.id))

    for (const { id: address } of made.slice(1)) await eva.api.addresses.remove({ id, address })
    expect(await statusOf(newest?.webhookUrl ?? '')).toBe(404)
    expect(await eva.api.data.importAll(file)).toEqual({ renamed: [] })
    for (const one of made) expect(await statusOf(one.webhookUrl)).toBe(202)
    expect(await statusOf(webhookUrl)).toBe(404)
    expect(await eva.api.connections.read({ id })).toMatchObject({ webhookUrl: newest?.webhookUrl })
    expect((await eva.api.data.exportAll()).connections).toEqual(file.connections)

    await using elsewhere = await startTestApp()
    const there = await signUp(elsewhere)
    await there.api.data.importAll(file)
    expect(await there.api.connections.read({ id })).toMatchObject({
      webhookUrl: `${elsewhere.url}/webhooks/${newest?.id}`,
    })
    expect(await statusOf(`${elsewhere.url}/webhooks/${id}`)).toBe(404)
    for (const one of [...made, other])
      expect(await statusOf(`${elsewhere.url}/webhooks/${one.id}`)).toBe(202)

    await eva.api.data.reset()
    for (const one of made) expect(await statusOf(one.webhookUrl)).toBe(404)
  })

  it('cannot claim addresses of another account, even deleted ones', async () => {
    const [eve, bob] = [await signUp(stage, 'eve'), await signUp(stage, 'bob')]
    const { id } = await bob.connect(stage.botApi)
    const [fresh, deleted] = [
      await bob.api.addresses.create({ id }),
      await bob.api.addresses.create({ id }),
    ]
    await bob.api.addresses.remove({ id, address: deleted.id })
    await bob.api.addresses.remove({ id, address: id })
    const mine = await eve.connect(stage.botApi, { name: 'De Eve' })
    const file = await eve.api.data.exportAll()
    const [connection] = file.connections
    if (!connection) throw new Error('nothing was exported')
    const importAs = (taken: object) =>
      eve.api.data.importAll({ ...file, connections: [{ ...connection, ...taken }] })

    for (const address of [id, fresh.id, deleted.id]) {
      const { renamed } = await importAs({ addresses: [mine.id, address] })
      expect(renamed).toEqual(['De Eve'])
      const [newest] = await eve.api.addresses.list({ id: mine.id })
      expect(newest?.id).not.toBe(address)
      expect(await importAs({ id: address })).toEqual({ renamed: ['De Eve'] })
    }
    expect(await statusOf(deleted.webhookUrl)).toBe(404)
    expect(await statusOf(fresh.webhookUrl)).toBe(202)
    expect(await bob.api.connections.read({ id })).toMatchObject({
      stats: { totalAlerts: 1 },
      webhookUrl: fresh.webhookUrl,
    })
  })

  it('is refused with repeated, missing, invalid or more than five addresses', async () => {
    const neu = await signUp(stage, 'neu')
    await neu.connect(stage.botApi)
    const { id } = await neu.connect(stage.botApi)
    const { id: address } = await neu.api.addresses.create({ id })
    const file = await neu.api.data.exportAll()
    const [first, second] = file.connections
    if (!first || !second) throw new Error('nothing was exported')
    const refusalOf = (addresses: unknown) =>
      neu.api.data
        .importAll({ ...file, connections: [{ ...first, addresses }, second] } as typeof file)
        .then(
          () => null,
          error => error.message,
        )
    const place = 'Conexión 1 («Oro H1»), Direcciones'
    for (const taken of [id, address])
      expect(await refusalOf([first.id, taken])).toMatch(/Tiene la misma dirección que/)
    expect(await refusalOf(['x'.repeat(22), 'x'.repeat(22)])).toBe(`${place}: Hay una repetida.`)
    expect(await refusalOf([])).toContain(place)
    expect(await refusalOf(['..'])).toContain(place)
    expect(await refusalOf(Array.from({ length: 6 }, (_, n) => `${first.id}${n}`))).toContain(
      'como máximo 5 direcciones',
    )
    expect(await idsIn(neu)).toEqual([first.id, id, address])
  })
})

it('addresses are deleted with their connection and with their account', async () => {
  const zoe = await signUp(stage, 'zoe')
  const connections = []
  for (let n = 0; n < 2; n += 1) connections.push(await zoe.connect(stage.botApi))
  const ids = connections.map(({ id }) => id)
  for (const id of ids) {
    await zoe.api.addresses.create({ id })
    await zoe.api.addresses.remove({ id, address: id })
    await zoe.api.addresses.create({ id })
  }
  const left = async () => {
    const { db } = stage.app
    const rows = await db
      .selectFrom('addresses')
      .select('connection_id')
      .where('connection_id', 'in', ids)
      .execute()
    return rows.map(row => row.connection_id)
  }
  const [first = '', second = ''] = ids
  await zoe.api.connections.remove({ id: first })
  expect(await left()).toEqual([second, second])
  const account = await findAccount(stage.app.db, zoe.email)
  if (!account) throw new Error('nobody signed up')
  await removeAccount(stage.app.db, account)
  expect(await left()).toEqual([])
})

it('webhooks refused at an address are logged for its owner', async () => {
  const { id } = await trader.connect(stage.botApi, { name: 'Cobre' })
  const { webhookUrl } = await trader.api.addresses.create({ id })
  expect((await postAlert(webhookUrl, '')).status).toBe(400)
  expect((await postAlert(webhookUrl, 'x'.repeat(70_000))).status).toBe(413)
  const { items } = await trader.api.errorLogs.list({ search: 'Cobre' })
  expect(items).toHaveLength(2)
})

it('a webhook queries addresses 0 times by id, 2 by another address, 1 if refused', async () => {
  const { id, webhookUrl } = await trader.connect(stage.botApi)
  const other = await trader.api.addresses.create({ id })
  const retired = await trader.connect(stage.botApi)
  await trader.api.addresses.create({ id: retired.id })
  await trader.api.addresses.remove({ id: retired.id, address: retired.id })
  expect(await looksFor(webhookUrl)).toBe(0)
  // Before its body is read, and while it is stored.
  expect(await looksFor(other.webhookUrl)).toBe(2)
  const unknown = `${stage.url}/webhooks/AAAAAAAAAAAAAAAAAAAAAA`
  expect(await looksFor(unknown)).toBe(1)
  expect(await looksFor(retired.webhookUrl)).toBe(1)
})

/** @returns the number of statements that query further addresses */
async function looksFor(url: string): Promise<number> {
  using statements = watchStatements()
  await postAlert(url, { x: 1 })
  return statements.seen().filter(text => text.includes('"addresses"')).length
}

const expectDelivered = (id: string) =>
  expect
    .poll(async () => (await trader.api.alerts.read({ id })).telegramDeliveryStatus)
    .toBe('success')

/** All addresses of an account, as its export file has them. */
const idsIn = async (who: Trader) =>
  (await who.api.data.exportAll()).connections.flatMap(one => one.addresses ?? [one.id])
