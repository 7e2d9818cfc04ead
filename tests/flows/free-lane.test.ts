// @module-tag server
// @module-tag process
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Database } from '#server/store/engine/schema.ts'
import { openStore } from '#server/store/open-store.ts'
import { readAttempts } from '#server/store/rows/attempt-log.ts'
import { arrivedTexts } from '../support/arrivals.ts'
import type { BotApi } from '../support/bot-api/bot-api.ts'
import { startChildServer } from '../support/child-server.ts'
import { allowBegins, refuseBegins } from '../support/refuse-updates.ts'
import { startTestApp } from '../support/test-app.ts'
import { migratedPlace } from '../support/test-place.ts'
import { startTestServer } from '../support/test-server.ts'
import { signUp } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

/** `uncertain` of all alerts, in order of receipt. */
const uncertain = async (db: Database) =>
  (await db.selectFrom('alerts').select('uncertain').orderBy('received_at').execute()).map(
    row => row.uncertain,
  )

it('an alert on a free lane is stored as begun in one write; the next ones wait', async () => {
  await using stage = await startTestApp()
  const { botApi } = stage
  const trader = await signUp(stage)
  const { id: templateId } = await trader.api.templates.create({ name: 'N', content: '{{n}}' })
  const connection = await trader.connect(botApi, { templateId })
  // The first alert makes known which process works for the bot.
  await postAlert(connection.webhookUrl, { n: 0 })
  await expect.poll(() => stage.app.db.selectFrom('deliveries').select('seq').execute()).toEqual([])

  await refuseBegins(stage.app.db)
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const { telegramChatId: chatId } = connection
  botApi.fail({ chatId, times: 1 }, { kind: 'delay', ms: 0, after: answered })
  await postAlert(connection.webhookUrl, { n: 1 })
  await botApi.waitFor((_, requests) => requests.filter(isSend).length === 2)
  for (const n of [2, 3]) await postAlert(connection.webhookUrl, { n })
  answer()
  await botApi.waitFor(() => arrivedTexts(botApi).length === 2)
  await allowBegins(stage.app.db)
  await botApi.waitFor(() => arrivedTexts(botApi).length === 4)
  expect(arrivedTexts(botApi)).toEqual(['0', '1', '2', '3'])
  expect(await uncertain(stage.app.db)).toEqual([0, 0, 0, 0])
})

const isSend = ({ method }: { method: string }) => method === 'sendmessage'

const draft = {
  name: 'N',
  content: '{{n}}',
  buttons: [[{ kind: 'copy' as const, text: 'Copiar', value: '{{n}}' }]],
}

it('resends an alert as stored if its process died while it was in flight', async () => {
  await using stage = await startTestApp()
  const { botApi, place } = stage
  const { db } = stage.app
  const trader = await signUp(stage)
  const { id: templateId } = await trader.api.templates.create(draft)
  const connection = await trader.connect(botApi, { templateId })
  await postAlert(connection.webhookUrl, { n: 0 })
  await expect.poll(() => db.selectFrom('deliveries').select('seq').execute()).toEqual([])

  const { promise: ending, resolve: end } = Promise.withResolvers<void>()
  const chatId = connection.telegramChatId
  botApi.fail({ chatId, times: 1 }, { kind: 'reset', after: ending })
  await postAlert(connection.webhookUrl, { n: 1 })
  await botApi.waitFor((_, requests) => requests.filter(isSend).length === 2)
  const delivery = await db.selectFrom('deliveries').selectAll().executeTakeFirstOrThrow()
  const alert = await db
    .selectFrom('alerts')
    .selectAll()
    .where('id', '=', delivery.alert_id)
    .executeTakeFirstOrThrow()
  const ended = stage.app[Symbol.asyncDispose]()
  end()
  await ended
  {
    await using store = await openStore(place)
    await store.db.deleteFrom('deliveries').execute()
    await store.db.insertInto('deliveries').values(delivery).execute()
    await store.db.updateTable('alerts').set(alert).where('id', '=', alert.id).execute()
    await store.db.updateTable('message_templates').set({ content: 'x', buttons: null }).execute()
  }

  await using again = await startTestApp({
    ...('dataDir' in place && { dataDir: place.dataDir }),
    secrets: {
      secretKey: stage.secretKey,
      databaseUrl: 'dataDir' in place ? undefined : place.databaseUrl,
    },
    telegramApiRoot: botApi.root,
  })
  await expectSentAsStored(botApi, again.app.db)
})

it('sends an alert as stored if its process was killed before sending it', {
  tags: ['extended'],
}, async () => {
  const doomed = join(import.meta.dirname, '../support/killed-before-send.ts')
  const secretKey = 's'.repeat(40)
  let starts = 0
  await using stage = await startTestServer(
    env => {
      starts += 1
      return startChildServer({ ...env, SECRET_KEY: secretKey }, starts === 1 ? doomed : undefined)
    },
    { place: await migratedPlace() },
  )
  await using store = await openStore(stage.place)
  const trader = await signUp({ app: store, url: stage.url, secretKey })
  const { id: templateId } = await trader.api.templates.create(draft)
  const connection = await trader.connect(stage.botApi, { templateId })
  const left = () => store.db.selectFrom('deliveries').select('in_flight').execute()
  await postAlert(connection.webhookUrl, { n: 0 })
  await stage.botApi.waitFor(messages => messages.length === 1)
  await expect.poll(left).toEqual([])

  await refuseBegins(store.db)
  // The server may be killed before it has answered.
  await postAlert(connection.webhookUrl, { n: 1 }).catch(() => {})
  await expect.poll(left).toEqual([{ in_flight: 1 }])
  await allowBegins(store.db)
  // The stored message has to leave, not one of the edited template.
  await store.db.updateTable('message_templates').set({ content: 'x', buttons: null }).execute()
  await stage.restart(server => server.kill())
  await expectSentAsStored(stage.botApi, store.db)
})

async function expectSentAsStored(botApi: BotApi, db: Database): Promise<void> {
  await botApi.waitFor(() => arrivedTexts(botApi).length === 2)
  expect(arrivedTexts(botApi)).toEqual(['0', '1'])
  expect(botApi.messages.map(({ buttons }) => buttons)).toEqual(
    ['0', '1'].map(text => [[{ text: 'Copiar', copy_text: { text } }]]),
  )
  await expect.poll(() => db.selectFrom('deliveries').select('seq').execute()).toEqual([])
  expect(await uncertain(db)).toEqual([0, 1])
  const logs = await db.selectFrom('alerts').select('attempt_log').orderBy('received_at').execute()
  expect(logs.map(row => readAttempts(row.attempt_log).map(({ code }) => code))).toEqual([
    [],
    ['interrupted'],
  ])
}
