import { expect, it } from 'vitest'
import { arrivedTexts } from '../support/arrivals.ts'
import { postAlert } from '../support/webhook.ts'
import { startLine } from './start-line.ts'

const LINGER_MS = 25

async function startTwo() {
  const { stage, trader, templateId } = await startLine('{{n}}')
  const { botApi, time } = stage
  const { token: telegramBotToken } = botApi.addBot()
  const one = await trader.connect(botApi, { templateId, telegramBotToken })
  const two = await trader.connect(botApi, { templateId, telegramBotToken })
  const outcomes = () =>
    stage.app.db
      .selectFrom('alerts')
      .select(['status', 'delivered_at'])
      .orderBy('received_at')
      .execute()
  /** Texts that have arrived, read without advancing the clock. */
  const arrived = async () => {
    await time.settle()
    return arrivedTexts(botApi)
  }
  // The first alert makes known which process works for the bot.
  await postAlert(one.webhookUrl, { n: 0 })
  await time.pass(5_000)
  return { one, two, time, outcomes, arrived }
}

it('writes the outcome of a lone alert 25 ms later, with its time of delivery', async () => {
  const { one, two, time, outcomes, arrived } = await startTwo()
  await postAlert(one.webhookUrl, { n: 1 })
  expect(await arrived()).toEqual(['0', '1'])
  const arrivedAt = Date.now()
  await time.pass(LINGER_MS - 1)
  await postAlert(two.webhookUrl, { n: 2 })
  expect(await arrived()).toEqual(['0', '1', '2'])
  const pending = { status: 'pending', delivered_at: null }
  expect((await outcomes()).slice(1)).toEqual([pending, pending])
  await time.pass(1)
  const delivered = (at: number) => ({ status: 'success', delivered_at: at })
  expect((await outcomes()).slice(1)).toEqual([
    delivered(arrivedAt),
    delivered(arrivedAt + LINGER_MS - 1),
  ])
})

it('writes the outcome at once when another alert for the same chat arrives', async () => {
  const { one, outcomes, arrived } = await startTwo()
  await postAlert(one.webhookUrl, { n: 1 })
  expect(await arrived()).toEqual(['0', '1'])
  await postAlert(one.webhookUrl, { n: 2 })
  expect(await arrived()).toEqual(['0', '1', '2'])
  expect((await outcomes())[1]).toMatchObject({ status: 'success' })
})
