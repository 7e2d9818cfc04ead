import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openStore } from '#server/store/open-store.ts'
import { GROUP_SEPARATOR } from '#shared/message/group.ts'
import { arrivals, arrivedTexts } from '../support/arrivals.ts'
import { startBotApi } from '../support/bot-api/bot-api.ts'
import { startChildServer } from '../support/child-server.ts'
import { freePort } from '../support/free-port.ts'
import { signUp } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

const ALERTS = 2_000
const CHATS = 20
const KILLS = 3

it('loses nothing that it acknowledged, whenever it is killed', { timeout: 120_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pregonero-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  await using botApi = await startBotApi()
  const port = await freePort()
  const env = {
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    TELEGRAM_API_ROOT: botApi.root,
  }
  let server = await startChildServer(env)
  onTestFinished(() => server.kill())

  await using store = await openStore(dataDir)
  const trader = await signUp({ app: store, url: env.PUBLIC_URL })
  const template = await trader.api.templates.create({ name: 'Número', content: '{{n}}' })
  const connections = await Promise.all(
    Array.from({ length: CHATS }, () => trader.connect(botApi, { templateId: template.id })),
  )

  /** What was answered 202, by chat, in order. */
  const acknowledged = new Map(connections.map(one => [one.telegramChatId, [] as string[]]))
  const posting = Promise.all(
    connections.map(async ({ webhookUrl, telegramChatId }) => {
      for (let n = 0; n < ALERTS / CHATS; n += 1) {
        if (await isAcknowledged(webhookUrl, n)) acknowledged.get(telegramChatId)?.push(String(n))
      }
    }),
  )
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const share = (ALERTS * (kill - Math.random() * 0.8)) / (KILLS + 1)
    await botApi.waitFor(() => arrivals(botApi).length >= share, 60_000)
    await server.kill()
    server = await startChildServer(env)
  }
  await posting

  const all = [...acknowledged.values()].flat().length
  expect(all).toBeGreaterThan(ALERTS / 2)
  const firstArrivals = (chatId: string) => [...new Set(arrivedTexts(botApi, chatId))]
  await botApi.waitFor(
    () =>
      [...acknowledged].every(([chatId, numbers]) => {
        const arrived = new Set(firstArrivals(chatId))
        return numbers.every(number => arrived.has(number))
      }),
    60_000,
  )
  for (const [chatId, numbers] of acknowledged) {
    const acknowledgedArrivals = firstArrivals(chatId).filter(text => numbers.includes(text))
    expect(acknowledgedArrivals, `order in chat ${chatId}`).toEqual(numbers)
    const texts = botApi.messages.filter(m => m.chatId === chatId).map(m => m.text)
    const messages = [...new Set(texts)]
    const repeats = texts.length - messages.length
    expect(repeats, `repeats in chat ${chatId}`).toBeLessThanOrEqual(KILLS)
    const alerts = messages.flatMap(text => text.split(GROUP_SEPARATOR))
    expect(alerts, `repeats are the same bytes in chat ${chatId}`).toEqual([...new Set(alerts)])
  }
})

/** Posts once; without an answer nothing was promised, and the next one goes when the server is back. */
async function isAcknowledged(webhookUrl: string, n: number): Promise<boolean> {
  for (;;) {
    try {
      return (await postAlert(webhookUrl, { n })).status === 202
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      const wasSent = (error.cause as NodeJS.ErrnoException | undefined)?.code !== 'ECONNREFUSED'
      if (wasSent) return false
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }
}
