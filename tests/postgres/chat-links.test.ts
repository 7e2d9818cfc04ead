import { sql } from 'kysely'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import type { Config } from '#server/base/config.ts'
import type { ChatLink } from '#shared/model/chat-link.ts'
import { startBeside } from '../support/start-beside.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { apiOf, signUp, type Trader } from '../support/trader.ts'

/** The first process, with role `web`; it listens to no bot. */
let first: TestApp
let trader: Trader
beforeEach(async () => {
  const running = await startTestApp({ role: 'web' })
  onTestFinished(() => running[Symbol.asyncDispose]())
  first = running
  trader = await signUp(first)
})

/** One more process on the same database, known to the double by its name. */
const start = (role: Config['role'], name: string) =>
  startBeside(first.config, { role, telegramApiRoot: `${first.botApi.root}/${name}` })

async function openLink({ api } = trader) {
  const bot = first.botApi.addBot()
  const answer = await api.chatLinks.create({ botToken: bot.token })
  if (!answer.ok) throw new Error(answer.reason)
  return { bot, code: answer.link.code, api }
}

const stateOf = async (code: string, api = trader.api): Promise<ChatLink['state']> =>
  (await api.chatLinks.read({ code })).state

const polls = () => first.botApi.requests.filter(({ method }) => method === 'getupdates')

it('links a chat across the processes of the form, the listener and a reader', async () => {
  await start('worker', 'worker')
  const other = await start('web', 'other')
  const { bot, code } = await openLink()
  const chat = first.botApi.start(bot, code)
  await expect
    .poll(() => stateOf(code, apiOf(other.url, trader.cookie)))
    .toMatchObject({ kind: 'found', chat: { id: String(chat.id) } })
  expect(new Set(polls().map(({ via }) => via))).toEqual(new Set(['worker']))
  expect(first.botApi.messages).toHaveLength(1)
})

it('reports a missing listener until a worker starts and takes up the link', async () => {
  const { bot, code } = await openLink()
  await sql`update chat_links set created_at = created_at - 30000`.execute(first.app.db)
  expect(await stateOf(code)).toMatchObject({ kind: 'trouble', code: 'no_listener' })
  await start('worker', 'worker')
  await expect.poll(() => stateOf(code)).toEqual({ kind: 'waiting' })
  first.botApi.start(bot, code)
  await expect.poll(() => stateOf(code)).toMatchObject({ kind: 'found' })
})

it('has one process listen to each bot, also while bots change hands', async () => {
  const one = await start('worker', 'one')
  // Twelve links, so that they hardly all prefer the same one of three processes.
  const links: Awaited<ReturnType<typeof openLink>>[] = []
  for (const name of ['ana', 'eva', 'luis', 'sara']) {
    const owner = await signUp(first, name)
    links.push(await openLink(owner), await openLink(owner), await openLink(owner))
  }
  await expect.poll(() => new Set(polls().map(({ token }) => token)).size).toBe(links.length)
  const two = await start('worker', 'two')
  const three = await start('worker', 'three')
  // Some bots move with each new process.
  const ofBots = async () => {
    const rows = await first.app.db.selectFrom('bots').select('worker').execute()
    return new Set(rows.map(({ worker }) => worker)).size
  }
  await expect.poll(ofBots).toBeGreaterThan(1)
  await one.app[Symbol.asyncDispose]()
  // Two answers on new connections prove that the double has read all earlier requests.
  for (const { bot } of links.slice(0, 2))
    await fetch(`${first.botApi.root}/bot${bot.token}/getMe`, { headers: { connection: 'close' } })
  const asked = polls().length
  for (const { bot, code } of links) first.botApi.start(bot, code)
  for (const { code, api } of links)
    await expect.poll(() => stateOf(code, api)).toMatchObject({ kind: 'found' })
  expect(polls().every(({ status }) => status !== 409)).toBe(true)
  const since = polls().slice(asked)
  expect(since.some(({ via }) => via === 'one')).toBe(false)
  expect(first.botApi.messages).toHaveLength(links.length)
  await Promise.all([two, three].map(({ app }) => app[Symbol.asyncDispose]()))
})
