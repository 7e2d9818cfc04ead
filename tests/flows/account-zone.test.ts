import { expect, it } from 'vitest'
import { arrivedTexts } from '../support/arrivals.ts'
import { allowBegins, refuseBegins } from '../support/refuse-updates.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { signUp, type Trader } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

const connectClock = async (trader: Trader, { botApi }: TestApp) => {
  const { id: templateId } = await trader.api.templates.create({
    name: 'Hora',
    content: '{{timestamp}}',
  })
  return trader.connect(botApi, { templateId })
}

const zonesOf = (texts: readonly string[]) => texts.map(text => text.split(' ').at(-1))

it("messages write times in the account's zone, sent at once or after waiting", async () => {
  await using stage = await startTestApp({ timeZone: 'America/Bogota' })
  const { db } = stage.app
  const trader = await signUp(stage)
  const { webhookUrl, telegramChatId: chatId } = await connectClock(trader, stage)
  await trader.api.profile.update({ timeZone: 'Asia/Tokyo' })
  // The first alert makes known which process works for the bot.
  await postAlert(webhookUrl, { n: 0 })
  await expect.poll(() => db.selectFrom('deliveries').select('seq').execute()).toEqual([])

  await refuseBegins(db)
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  stage.botApi.fail({ chatId, times: 1 }, { kind: 'delay', ms: 0, after: answered })
  await postAlert(webhookUrl, { n: 1 })
  await expect
    .poll(() => db.selectFrom('alerts').select('message_text').orderBy('received_at').execute())
    .toEqual([0, 1].map(() => ({ message_text: expect.stringMatching(/ GMT\+9$/) })))
  for (const n of [2, 3]) await postAlert(webhookUrl, { n })
  answer()
  await stage.botApi.waitFor(() => arrivedTexts(stage.botApi).length === 2)
  await allowBegins(db)
  await stage.botApi.waitFor(() => arrivedTexts(stage.botApi).length === 4)
  expect(zonesOf(arrivedTexts(stage.botApi))).toEqual(['GMT+9', 'GMT+9', 'GMT+9', 'GMT+9'])
})

it("messages use the installation's zone if the account's is unset or unknown", async () => {
  await using stage = await startTestApp({ timeZone: 'America/Bogota' })
  const { db } = stage.app
  const trader = await signUp(stage)
  const { webhookUrl } = await connectClock(trader, stage)
  const zoneOfNext = async () => {
    const before = arrivedTexts(stage.botApi).length
    await postAlert(webhookUrl, {})
    await stage.botApi.waitFor(() => arrivedTexts(stage.botApi).length > before)
    return zonesOf(arrivedTexts(stage.botApi)).at(-1)
  }
  expect(await zoneOfNext()).toBe('GMT-5')
  await db.updateTable('profiles').set({ time_zone: 'Europe/Future' }).execute()
  expect(await zoneOfNext()).toBe('GMT-5')
  await trader.api.profile.update({ timeZone: 'UTC' })
  expect(await zoneOfNext()).toBe('UTC')
  // As for an account whose profile is deleted or not yet written.
  await db.deleteFrom('profiles').execute()
  expect(await zoneOfNext()).toBe('GMT-5')
})
