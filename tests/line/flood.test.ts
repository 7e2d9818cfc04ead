import { expect, it } from 'vitest'
import { readConfig } from '#server/base/config.ts'
import { scraped } from '../support/scraped.ts'
import { postAlert } from '../support/webhook.ts'
import { startLine } from './start-line.ts'

const CHATS = 20
const metricsToken = 'a-token-of-some-letters'
const { secrets } = readConfig({
  SECRET_KEY: 'a secret key of thirty-two letters',
  METRICS_TOKEN: metricsToken,
})

/**
 * Number of transactions in which the messages to 20 chats are begun when all resume at once.
 * @param together alerts that arrive together; the rest arrive after them, one by one
 * @param after milliseconds between the last alert and the end of the pause
 */
async function transactionsOfBegun(together: number, after: number): Promise<number | undefined> {
  const { stage, trader, templateId } = await startLine('{{n}}', { secrets })
  const { botApi, time, url } = stage
  const { token: telegramBotToken } = botApi.addBot()
  const connections = await Promise.all(
    Array.from({ length: CHATS }, () => trader.connect(botApi, { templateId, telegramBotToken })),
  )
  await trader.api.queue.pause({})
  const post = ({ webhookUrl }: { webhookUrl: string }) => postAlert(webhookUrl, { n: 1 })
  await Promise.all(connections.slice(0, together).map(post))
  for (const connection of connections.slice(together)) await post(connection)
  // No outcome is written meanwhile.
  botApi.fail({}, { kind: 'hang' })
  await time.pass(after)
  await trader.api.queue.resume({})
  await time.pass(5_000)
  const { of } = await scraped(url, { authorization: `Bearer ${metricsToken}` })
  expect(of('pregonero_group_size_sum{of="deliveries"}')).toBe(CHATS)
  return of('pregonero_group_size_count{of="deliveries"}')
}

it('begins two messages at a time within 30 ms of twelve simultaneous webhooks', async () => {
  expect(await transactionsOfBegun(12, 29)).toBe(CHATS / 2)
})

it('begins twelve messages at a time 30 ms after twelve simultaneous webhooks', async () => {
  expect(await transactionsOfBegun(12, 30)).toBe(2)
})

it('begins twelve messages at a time after only eleven simultaneous webhooks', async () => {
  expect(await transactionsOfBegun(11, 0)).toBe(2)
})
