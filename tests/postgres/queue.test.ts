import { beforeEach, expect, it, onTestFinished } from 'vitest'
import type { Config } from '#server/base/config.ts'
import { arrivedTexts } from '../support/arrivals.ts'
import { startBeside } from '../support/start-beside.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { signUp, type Trader } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

/** Pauses and reasons for waiting, with one web process and others that deliver. */
const BOTS = 12

/** The web process; it does not deliver. */
let web: TestApp
let trader: Trader
let connections: Awaited<ReturnType<Trader['connect']>>[]
beforeEach(async () => {
  const running = await startTestApp({ role: 'web' })
  onTestFinished(() => running[Symbol.asyncDispose]())
  web = running
  trader = await signUp(web)
  const { id: templateId } = await trader.api.templates.create({ name: 'N', content: '{{n}}' })
  connections = []
  while (connections.length < BOTS)
    connections.push(await trader.connect(web.botApi, { templateId, groupBursts: false }))
})

const startWorker = (role: Config['role'] = 'worker') => startBeside(web.config, { role })

const postAll = async (n: number, origin = web.url) => {
  for (const { webhookUrl } of connections)
    await postAlert(webhookUrl.replace(web.url, origin), { n })
}

const reasons = async () => {
  const { items } = await trader.api.queue.list({})
  return [...new Set(items.map(({ reason }) => reason?.kind))]
}
const arrived = (count: number) =>
  web.botApi.waitFor(() => arrivedTexts(web.botApi).length === count)

it('holds a pause in every process, and resumes in all of them', async () => {
  await postAll(0)
  expect(await reasons()).toEqual(['no-process'])
  expect(await trader.api.queue.list({})).toMatchObject({ delivers: false, total: BOTS })
  const workers = [await startWorker(), await startWorker('all')]
  await arrived(BOTS)
  await expect.poll(async () => (await trader.api.queue.list({})).total).toBe(0)

  await trader.api.queue.pause({})
  await postAll(1)
  await postAll(2, workers[1]?.url)
  await expect.poll(reasons).toEqual(['paused'])
  expect(await trader.api.queue.list({})).toMatchObject({ delivers: true, total: BOTS })
  // One worker ends, the other takes over its bots, and a third one starts.
  await workers[0]?.app[Symbol.asyncDispose]()
  await startWorker()
  await postAll(3, workers[1]?.url)
  expect(arrivedTexts(web.botApi)).toHaveLength(BOTS)
  await trader.api.queue.resume({})
  await arrived(4 * BOTS)
  for (const { telegramChatId } of connections)
    expect(arrivedTexts(web.botApi, telegramChatId)).toEqual(['0', '1', '2', '3'])
})

it('holds a pause written without a notice, and finds its end', async () => {
  await startWorker()
  await postAll(0)
  await arrived(BOTS)
  const { db } = web.app
  const { user_id } = await db
    .selectFrom('connections')
    .select('user_id')
    .limit(1)
    .executeTakeFirstOrThrow()
  await db.insertInto('pauses').values({ user_id, lane: '', since: Date.now() }).execute()
  await postAll(1)
  await expect.poll(reasons).toEqual(['paused'])
  expect(arrivedTexts(web.botApi)).toHaveLength(BOTS)
  await db.updateTable('pauses').set({ ended_at: Date.now() }).execute()
  await arrived(2 * BOTS)
})
