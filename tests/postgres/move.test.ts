/** `pregonero move`: a SQLite installation goes on in PostgreSQL. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { beforeEach, expect, inject, it } from 'vitest'
import type { Database } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { openStore, type StorePlace } from '#server/store/open-store.ts'
import { insertDeliveries } from '#server/store/queue/deliveries.ts'
import { writeOutages } from '#server/store/queue/outage-status.ts'
import { insertSignInFailure } from '#server/store/rows/sign-in-failures.ts'
import { arrivedTexts } from '../support/arrivals.ts'
import { startBotApi } from '../support/bot-api/bot-api.ts'
import { freePort } from '../support/free-port.ts'
import { startTestApp } from '../support/test-app.ts'
import { signIn, signUp } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'
import { addAccount, contents, copiedBots, fill, type MoveStage, stageMove } from './move-stage.ts'

let stage: MoveStage
beforeEach(async () => {
  stage = await stageMove()
})

it('moves a whole installation, which goes on delivering', async () => {
  await using botApi = await startBotApi()
  const port = await freePort()
  const settings = {
    port,
    publicUrl: `http://127.0.0.1:${port}`,
    telegramApiRoot: botApi.root,
    deliveryOutageWindow: 600_000,
  }
  const kept = { dataDir: stage.dataDir, secrets: { secretKey: undefined, databaseUrl: undefined } }
  const before = await startTestApp({ ...settings, ...kept })
  const { url } = before
  const trader = await signUp(before)
  const { connections, templates } = trader.api
  const template = await templates.create({ name: '«Señal» 🚀', content: '{{n}}' })
  const options = { templateId: template.id, markLate: false, silent: true, tags: ['oro', 'H1'] }
  const gold = await trader.connect(botApi, options)
  const silver = await trader.connect(botApi, { ...options, groupBursts: false })
  const fresh = await trader.api.addresses.create({ id: silver.id })
  await trader.api.addresses.remove({ id: silver.id, address: silver.id })
  const off = await trader.connect(botApi)
  await connections.update({ id: off.id, isActive: false })
  const dead = await trader.connect(botApi)
  botApi.fail(
    { chatId: dead.telegramChatId },
    { kind: 'refusal', status: 403, description: 'Forbidden: bot was blocked by the user' },
  )
  const odd = [
    'emoji 👩‍🚀',
    '\\u0000 \\ud83d',
    `'quoted' "twice"`,
    '%s $1 ; --',
    'ñ'.repeat(20_000),
  ]
  for (const n of odd) await postAlert(gold.webhookUrl, { n })
  await postAlert(gold.webhookUrl, 'a plain text, no JSON')
  await postAlert(gold.webhookUrl, '{"n": "\\u0000\\ud83d", "price": 1.10, }')
  for (const { webhookUrl } of [off, dead]) await postAlert(webhookUrl, { n: 0 })
  await insertSignInFailure(before.app.db, 'eva@example.com', 1)
  await insertSignInFailure(before.app.db, 'eva@example.com', 1)
  await expect.poll(() => waiting(before.app.db)).toBe(0)
  const arrived = botApi.messages.length

  // Refused connections leave no send in doubt, so that no message is repeated.
  await botApi.down()
  const post = async (n: number) => {
    for (const { webhookUrl } of [gold, fresh]) await postAlert(webhookUrl, { n })
  }
  for (let n = 1; n <= 20; n += 1) await post(n)
  await before[Symbol.asyncDispose]()
  // The outage's status at the end depends on the moment: none, of one bot, or of all.
  await fill(stage.from, db => writeOutages(db, [{ botId: '7000000001', since: 1, seen: 2 }]))

  const secretKey = (await readFile(join(stage.dataDir, 'secret.key'), 'utf8')).trim()
  const now = { dataDir: '', secrets: { secretKey, databaseUrl: stage.databaseUrl } }
  // A process that was started before the move.
  await using early = await startTestApp({ ...settings, ...now })
  await expect(signIn(url, trader.email)).rejects.toThrow('401')
  await early[Symbol.asyncDispose]()

  const { tables, file } = await stage.move(secretKey)
  expect(file).toBe(join(stage.dataDir, 'pregonero.sqlite'))
  expect(Object.fromEntries(tables.map(({ title, rows }) => [title, rows]))).toMatchObject({
    Cuentas: 1,
    Sesiones: 1,
    Conexiones: 4,
    Direcciones: 1,
    Plantillas: 11,
    Alertas: 49,
    'Alertas por enviar': 40,
    'Accesos fallidos': 2,
    Notificaciones: 1,
  })
  const stored = await contents(stage.from)
  expect(await contents(stage.to)).toEqual({ ...stored, bots: copiedBots(stored.bots) })

  await using after = await startTestApp({ ...settings, ...now })
  expect((await connections.list()).map(({ webhookUrl }) => webhookUrl)).toContain(gold.webhookUrl)
  await signIn(url, trader.email)
  expect((await postAlert(silver.webhookUrl, { n: 0 })).status).toBe(404)
  for (let n = 21; n <= 25; n += 1) await post(n)
  await botApi.up()
  await expect.poll(() => waiting(after.app.db)).toBe(0)
  const inOrder = Array.from({ length: 25 }, (_, index) => String(index + 1))
  const late = { messages: botApi.messages.slice(arrived) }
  expect(arrivedTexts(late, gold.telegramChatId)).toEqual(inOrder)
  expect(arrivedTexts(late, silver.telegramChatId)).toEqual(inOrder)
  expect(await connections.test({ id: gold.id })).toMatchObject({ ok: true })
})

it('continues the numbers of deliveries', { tags: ['extended'] }, async () => {
  const numbers = async (place: StorePlace) => {
    await using store = await openStore(place)
    const news = { userId: 'u', connectionId: 'c', lane: 'l' }
    return await transaction(store.db, async trx => {
      for (const alertId of ['a', 'b', 'c']) await insertDeliveries(trx, [{ ...news, alertId }])
      const rows = await trx.deleteFrom('deliveries').returning('seq').execute()
      return rows.map(({ seq }) => seq).toSorted()
    })
  }
  expect(await numbers(stage.from)).toEqual([1, 2, 3])
  await stage.move()
  expect(await numbers(stage.to)).toEqual([4, 5, 6])
})

it('waits for the end of a connection that another process is closing', async () => {
  await fill(stage.from)
  const other = new Client({ connectionString: stage.databaseUrl, application_name: 'pregonero' })
  await other.connect()
  const moving = stage.move()
  const admin = new Client(inject('postgresUrl'))
  await admin.connect()
  const looks = `select from pg_stat_activity where datname = $1 and query like '%pg_stat_activity%'`
  const database = new URL(stage.databaseUrl).pathname.slice(1)
  await expect.poll(async () => (await admin.query(looks, [database])).rowCount).toBe(1)
  await admin.end()
  await other.end()
  await moving
})

it('rounds fractions up in columns that now hold integers', { tags: ['extended'] }, async () => {
  await fill(stage.from, db =>
    db.insertInto('bots').values({ bot_id: '7', waits_until: 99.25, wait: 1.5 }).execute(),
  )
  await stage.move()
  const { bots } = await contents(stage.to)
  expect(bots).toEqual([expect.stringContaining('"bot_id":"7","waits_until":100,"wait":2,')])
})

it('moves more rows than fit into one statement, and very large ones', {
  tags: ['extended'],
}, async () => {
  const long = '\\u0000 «🚀» '.repeat(100_000)
  await fill(stage.from, async db => {
    const names = Array.from({ length: 1_500 }, (_, index) => `${index} ${'á_Z-a'[index % 5]}`)
    const values = names.map(name => ({ name, value: name }))
    await db.insertInto('settings').values(values).execute()
    await db
      .insertInto('settings')
      .values(['x', 'y', 'z'].map(name => ({ name, value: long })))
      .execute()
    // The database's own collation would sort these differently.
    await db
      .insertInto('bots')
      .values(['b', 'B', 'á', 'a', '_', '1'].map(bot_id => ({ bot_id, waits_until: 0, wait: 0 })))
      .execute()
  })
  await stage.move()
  expect(await contents(stage.to)).toEqual(await contents(stage.from))
})

async function waiting(db: Database): Promise<number> {
  return (await db.selectFrom('deliveries').select('seq').execute()).length
}

it('leaves the tables of other programs, such as Litestream, and names them', {
  tags: ['extended'],
}, async () => {
  const litestream = ['_litestream_lock', '_litestream_seq']
  await fill(stage.from, async db => {
    await addAccount(db, 'ana@example.com')
    for (const name of litestream)
      await db.schema.createTable(name).addColumn('id', 'integer').execute()
  })
  const { status, out, err } = await stage.runCommand().said
  expect(status, err).toBe(0)
  expect(out).toContain('No se trasladan, porque son de otros programas: _litestream_lock, _lite')
  const moved = await contents(stage.to)
  expect(moved.user).toHaveLength(1)
  expect(Object.keys(moved)).not.toContain(litestream[0])
  expect(Object.keys(await contents(stage.from))).toEqual(expect.arrayContaining(litestream))
})
