// @module-tag extended
// @module-tag process
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { PACE } from '../support/test-app.ts'
import { setStage } from './support/stage.ts'
import { asChild } from './support/start-server.ts'

it('hears every press and sends no first message twice after the listener is killed', async () => {
  await using stage = await setStage(asChild(PACE))
  const { botApi, trader } = stage
  const open = async () => {
    const bot = botApi.addBot()
    const answer = await trader.api.chatLinks.create({ botToken: bot.token })
    if (!answer.ok) throw new Error(answer.reason)
    const { code } = answer.link
    const state = async () => (await trader.api.chatLinks.read({ code })).state
    const texts = () => botApi.messages.filter(({ token }) => token === bot.token)
    return { bot, code, state, texts }
  }
  const [begun, sent, unheard] = [await open(), await open(), await open()]
  const chat = botApi.addChat({ id: -1_009_100_000_001, type: 'supergroup' })
  const rights = botApi.fail({ method: 'getChatMember' }, { kind: 'hang' })
  const sending = botApi.fail({ method: 'sendMessage' }, { kind: 'hang', stored: true })
  botApi.startGroup(begun.bot, begun.code, chat)
  botApi.start(sent.bot, sent.code)
  const asked = () => new Set(botApi.requests.map(({ method }) => method))
  await botApi.waitFor(() => asked().has('getchatmember') && sent.texts().length === 1)
  await stage.restart(async server => {
    await server.kill()
    botApi.start(unheard.bot, unheard.code)
    rights.lift()
    sending.lift()
  })
  // Backdates its progress, so that it counts as abandoned.
  await stage.beside(async db => {
    const before = sql`replace(progress, '"since":1', '"since":')`
    await sql`update chat_links set progress = ${before}`.execute(db)
  })

  for (const { state } of [begun, unheard])
    await expect.poll(state).toMatchObject({ kind: 'found' })
  await expect
    .poll(sent.state)
    .toMatchObject({ kind: 'trouble', code: 'message_in_doubt', canRetry: true })
  // Its update was not confirmed, so Telegram sends it again.
  await expect.poll(() => sent.bot.updates).toEqual([])
  for (const { texts } of [begun, sent, unheard]) expect(texts()).toHaveLength(1)
  const { state } = await trader.api.chatLinks.retry({ code: sent.code })
  expect(state.kind).toBe('found')
  expect(sent.texts()).toHaveLength(2)
})
