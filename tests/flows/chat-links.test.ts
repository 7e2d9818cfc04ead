// @module-tag server
import { sql, type Updateable } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tables } from '#server/store/engine/schema.ts'
import { hashOfCode } from '#server/store/rows/chat-links.ts'
import { firstMessage } from '#shared/message/first-message.ts'
import type { ChatLink } from '#shared/model/chat-link.ts'
import type { Bot } from '../support/bot-api/methods.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { signUp, type Trader } from '../support/trader.ts'

let stage: TestApp
let botApi: TestApp['botApi']
let marta: Trader

beforeAll(async () => {
  stage = await startTestApp()
  botApi = stage.botApi
  marta = await signUp(stage)
})
afterAll(() => stage[Symbol.asyncDispose]())

/** Opens a link for a new bot. @returns the link with its calls */
async function openLink(trader = marta, bot: Bot = botApi.addBot()) {
  const answer = await trader.api.chatLinks.create({ botToken: bot.token })
  if (!answer.ok) throw new Error(answer.reason)
  const { code } = answer.link
  const state = async () => (await trader.api.chatLinks.read({ code })).state as ChatLink['state']
  return {
    bot,
    code,
    link: answer.link,
    calls: trader.api.chatLinks,
    state,
    becomes: (expected: object) => expect.poll(state).toEqual(expect.objectContaining(expected)),
    /** Number of the bot's requests of this method. */
    asked: (method: string) =>
      botApi.requests.filter(one => one.token === bot.token && one.method === method).length,
    texts: () => botApi.messages.filter(({ token }) => token === bot.token),
    isListening: () => expect.poll(() => bot.poll).not.toBeNull(),
  }
}

const changeRow = (code: string, values: Updateable<Tables['chat_links']>) =>
  stage.app.db
    .updateTable('chat_links')
    .set(values)
    .where('code_hash', '=', hashOfCode(code))
    .execute()

let ids = 0
const newChatId = () => -1_009_000_000_000 - ++ids
const group = (more = {}) => botApi.addChat({ id: newChatId(), type: 'supergroup', ...more })
const newChannel = (more = {}) =>
  botApi.addChat({ id: newChatId(), type: 'channel', state: 'not an administrator', ...more })
const found = (id: number, more = {}) => ({
  kind: 'found',
  chat: expect.objectContaining({ id: String(id) }),
  ...more,
})
const trouble = (code: string, more = {}) => ({ kind: 'trouble', code, ...more })

describe('a press in Telegram', () => {
  it('finds the private chat and sends its first message there', async () => {
    const { bot, code, becomes, texts, link } = await openLink()
    expect(code).toMatch(/^[a-z2-7]{26}$/)
    expect(link).toMatchObject({ bot: { username: bot.username }, state: { kind: 'waiting' } })
    const chat = botApi.start(bot, code)
    await becomes(found(chat.id, { topicId: null, message: firstMessage }))
    expect(texts()).toMatchObject([{ chatId: String(chat.id), ...firstMessage }])
  })

  it('finds the chat by a code in capitals, after /start or alone', async () => {
    for (const text of ['/start', 'alone']) {
      const { bot, code, becomes } = await openLink()
      const chat = group()
      if (text === 'alone') botApi.start(bot)
      if (text === 'alone') botApi.write(bot, botApi.start(bot), ` ${code.toUpperCase()} `)
      else botApi.startGroup(bot, code.toUpperCase(), chat)
      await becomes({ kind: 'found' })
    }
  })

  it('takes the topic in which the code was sent, and writes there', async () => {
    const { bot, code, becomes, texts } = await openLink()
    const chat = group({ isForum: true, topics: { 7: 'open' } })
    botApi.startGroup(bot, code, chat, { topicId: 7 })
    await becomes(found(chat.id, { topicId: 7 }))
    expect(texts()).toMatchObject([{ threadId: 7 }])
  })

  it('switches to a topic written in later, without a second message', async () => {
    const { bot, code, becomes, texts } = await openLink()
    const chat = group({ isForum: true, topics: { 7: 'open', 8: 'open' } })
    botApi.startGroup(bot, code, chat)
    await becomes(found(chat.id, { topicId: null }))
    botApi.write(bot, chat, '/aqui', { topicId: 8 })
    await becomes(found(chat.id, { topicId: 8 }))
    expect(texts()).toHaveLength(1)
  })

  it('offers a channel by its title, and writes once its owner confirms', async () => {
    const { bot, code, becomes, texts, calls } = await openLink()
    const chat = newChannel({ title: 'Señales 📈', username: 'senales' })
    botApi.addToChannel(bot, chat, { by: ANOTHER })
    const offered = { id: String(chat.id), title: 'Señales 📈', username: 'senales' }
    await becomes({
      kind: 'confirm',
      chats: [expect.objectContaining({ ...offered, addedBy: { name: 'Otra', username: 'otra' } })],
    })
    expect(texts()).toEqual([])
    const other = await calls.confirm({ code, chatId: '-1' })
    expect(other.state.kind).toBe('confirm')
    const { state } = await calls.confirm({ code, chatId: String(chat.id) })
    expect(state).toMatchObject(found(chat.id, { message: firstMessage }))
    expect(texts()).toHaveLength(1)
  })

  it('offers a group that the bot was added to by hand, after a while', async () => {
    const { bot, code, becomes, calls, state } = await openLink()
    const chat = group({ state: 'not a member' })
    botApi.addToGroup(bot, chat)
    await expect.poll(() => bot.updates).toEqual([])
    expect(await state()).toEqual({ kind: 'waiting' })
    await stage.app.db
      .updateTable('chat_links')
      .set({ progress: sql`replace(progress, '"at":1', '"at":')` })
      .where('code_hash', '=', hashOfCode(code))
      .execute()
    await becomes({ kind: 'confirm' })
    expect((await calls.confirm({ code, chatId: String(chat.id) })).state.kind).toBe('found')
  })

  it('sends one message, however often and by however many people it is pressed', async () => {
    const { bot, code, becomes, texts } = await openLink()
    const chat = botApi.start(bot, code)
    const stranger = { ...ANOTHER, id: 501_000_900 }
    for (let n = 0; n < 5; n += 1) botApi.start(bot, code)
    botApi.start(bot, code, stranger)
    await becomes(found(chat.id))
    await expect.poll(() => bot.updates).toEqual([])
    expect(texts()).toHaveLength(1)
  })

  it('is ignored if the code is forwarded, doubled, unknown or inside a text', async () => {
    const { bot, code, state } = await openLink()
    const chat = botApi.start(bot)
    botApi.write(bot, chat, `/start ${code}`, { from: ANOTHER })
    botApi.write(bot, chat, `/start ${code} ${code}`)
    botApi.write(bot, chat, `/start ${'a'.repeat(26)}`)
    botApi.write(bot, chat, `look: ${code}`)
    await expect.poll(() => bot.updates).toEqual([])
    expect(await state()).toEqual({ kind: 'waiting' })
  })
})

const ANOTHER = {
  id: 501_000_777,
  is_bot: false as const,
  first_name: 'Otra',
  username: 'otra',
}

describe('a link in trouble', () => {
  it('reports a missing right to post in a channel, and goes on once granted', async () => {
    const { bot, becomes } = await openLink()
    const chat = newChannel()
    botApi.addToChannel(bot, chat, { mayPost: false })
    await becomes(
      trouble('no_right_to_post', { chat: expect.objectContaining({ id: String(chat.id) }) }),
    )
    botApi.addToChannel(bot, chat)
    await becomes({ kind: 'confirm' })
  })

  it('checks a restricted group again on retry', async () => {
    const { bot, code, asked, becomes, calls, texts } = await openLink()
    const chat = group({ state: 'restricted' })
    botApi.startGroup(bot, code, chat)
    await becomes(trouble('no_right_to_post', { canRetry: true }))
    const before = asked('getchatmember')
    await calls.retry({ code })
    await becomes(trouble('no_right_to_post'))
    expect(asked('getchatmember')).toBeGreaterThan(before)
    chat.state = 'open'
    await calls.retry({ code })
    await becomes(found(chat.id))
    expect(texts()).toHaveLength(1)
  })

  it('ignores another person’s use of a code that was shown in a group', async () => {
    const { bot, code, becomes, texts } = await openLink()
    const [first, second] = [group({ state: 'restricted' }), group()]
    botApi.startGroup(bot, code, first)
    await becomes(trouble('no_right_to_post'))
    botApi.start(bot, code, { ...ANOTHER, id: 501_000_901 })
    await expect.poll(() => bot.updates).toEqual([])
    await becomes(trouble('no_right_to_post'))
    botApi.startGroup(bot, code, second)
    await becomes(found(second.id))
    expect(texts()).toMatchObject([{ chatId: String(second.id) }])
  })

  it('reports the removal of its bot, and connects once it is back', async () => {
    const { bot, code, becomes } = await openLink()
    const chat = group({ state: 'restricted' })
    botApi.startGroup(bot, code, chat)
    await becomes(trouble('no_right_to_post'))
    botApi.remove(bot, chat)
    await becomes(trouble('bot_removed'))
    botApi.startGroup(bot, code, chat)
    await becomes(found(chat.id))
  })

  it('follows a group that became a supergroup', async () => {
    const { bot, code, becomes } = await openLink()
    const chat = botApi.addChat({ id: -4_001, type: 'group', state: 'restricted' })
    botApi.startGroup(bot, code, chat)
    await becomes({ kind: 'trouble' })
    const grown = botApi.migrate(bot, chat, newChatId())
    grown.state = 'open'
    await expect
      .poll(async () => {
        const { state } = await marta.api.chatLinks.retry({ code })
        return state.kind === 'found' && state.chat.id
      })
      .toBe(String(grown.id))
  })

  it('reports a code of another account and bot, and waits for its own', async () => {
    const luis = await signUp(stage, 'luis')
    const his = await openLink(luis)
    const hers = await openLink()
    botApi.start(hers.bot, his.code)
    await hers.becomes(trouble('code_of_other'))
    expect(await his.state()).toEqual({ kind: 'waiting' })
    const chat = botApi.start(hers.bot, hers.code)
    await hers.becomes(found(chat.id))
  })

  it('finds each account’s own chat when two accounts share a bot', async () => {
    const luis = await signUp(stage, 'lucas')
    const hers = await openLink()
    const his = await openLink(luis, hers.bot)
    const chats = [group(), group()] as const
    botApi.startGroup(hers.bot, hers.code, chats[0])
    botApi.startGroup(hers.bot, his.code, chats[1])
    await hers.becomes(found(chats[0].id))
    await his.becomes(found(chats[1].id))
  })

  it('reports used and late codes on the link that is open', async () => {
    const first = await openLink()
    const chat = botApi.start(first.bot, first.code)
    await first.becomes(found(chat.id))
    const second = await openLink(marta, first.bot)
    botApi.start(first.bot, first.code)
    await second.becomes(trouble('code_used'))
    const third = await openLink(marta, first.bot)
    expect(await second.state()).toEqual({ kind: 'ended' })
    botApi.start(first.bot, second.code)
    await third.becomes(trouble('code_late'))
    expect((await marta.api.chatLinks.retry({ code: third.code })).state).toEqual({
      kind: 'waiting',
    })
  })

  it('sends no message once it is closed or expired', async () => {
    for (const end of ['close', 'time'] as const) {
      const { bot, code, calls, state, texts } = await openLink()
      if (end === 'close') await calls.close({ code })
      else await changeRow(code, { until: Date.now() - 1 })
      botApi.start(bot, code)
      const next = await openLink(marta, bot)
      await next.becomes({ kind: 'trouble' })
      expect(await state()).toEqual({ kind: 'ended' })
      expect(texts()).toEqual([])
    }
  })

  it('reports another reader of updates, and goes on when it stops', async () => {
    const { bot, code, becomes, isListening } = await openLink()
    await isListening()
    const reading = new AbortController()
    const other = async () => {
      while (!reading.signal.aborted)
        await fetch(`${botApi.root}/other/bot${bot.token}/getUpdates?timeout=50`).catch(() => {})
    }
    const others = other()
    await becomes(trouble('other_reader'))
    reading.abort()
    await becomes({ kind: 'waiting' })
    const chat = botApi.start(bot, code)
    await becomes(found(chat.id))
    await others
  })

  it('names an active webhook by its host, and removes it on request', async () => {
    const bot = botApi.addBot()
    bot.webhook = 'https://bots.example/secret-path'
    const { code, becomes, calls } = await openLink(marta, bot)
    await becomes(trouble('webhook_active', { webhookHost: 'bots.example' }))
    expect(bot.webhook).not.toBe('')
    expect((await calls.removeWebhook({ code })).state).toEqual({ kind: 'waiting' })
    expect(bot.webhook).toBe('')
    await becomes({ kind: 'waiting' })
    bot.webhook = 'https://bots.example/again'
    bot.poll?.wake()
    await becomes(trouble('webhook_active'))
    await calls.removeWebhook({ code })
    const chat = botApi.start(bot, code)
    await becomes(found(chat.id))
  })

  it('skips deleteWebhook while the bot has no webhook', async () => {
    const { bot, code, calls, asked, isListening } = await openLink()
    await isListening()
    await calls.removeWebhook({ code })
    expect([asked('deletewebhook'), bot.webhook]).toEqual([0, ''])
  })

  it('reports a revoked token, and stops asking for updates', async () => {
    const { bot, becomes, asked, isListening, calls, code } = await openLink()
    await isListening()
    botApi.revoke(bot.token)
    bot.poll?.wake()
    await becomes(trouble('token_invalid', { canRetry: false }))
    const before = asked('getupdates')
    await calls.retry({ code })
    expect(asked('getupdates')).toBe(before)
  })

  it('reports that Telegram does not answer, and goes on when it does', async () => {
    const { bot, code, becomes, isListening } = await openLink()
    await isListening()
    const fault = botApi.fail({ token: bot.token, method: 'getUpdates' }, { kind: 'reset' })
    bot.poll?.wake()
    await becomes(trouble('no_answer'))
    fault.lift()
    const chat = botApi.start(bot, code)
    await becomes(found(chat.id))
  })

  it('waits out flood waits of its updates and of the chat', async () => {
    const { bot, code, becomes, isListening, texts } = await openLink()
    await isListening()
    const refused = { token: bot.token, times: 1 }
    botApi.fail({ ...refused, method: 'getUpdates' }, { kind: 'flood', retryAfter: 8 })
    bot.poll?.wake()
    await becomes(trouble('flood'))
    botApi.fail({ ...refused, method: 'sendMessage' }, { kind: 'flood', retryAfter: 1 })
    const chat = botApi.start(bot, code)
    await becomes(found(chat.id))
    expect(texts()).toHaveLength(1)
  })

  it('repeats a first message in doubt only on retry', async () => {
    const { bot, code, becomes, texts, calls } = await openLink()
    botApi.fail(
      { token: bot.token, method: 'sendMessage', times: 1 },
      { kind: 'cut', stored: true },
    )
    const chat = botApi.start(bot, code)
    await becomes(trouble('message_in_doubt', { canRetry: true }))
    botApi.start(bot, code)
    await expect.poll(() => bot.updates).toEqual([])
    expect(texts()).toHaveLength(1)
    await calls.retry({ code })
    await becomes(found(chat.id))
    expect(texts()).toHaveLength(2)
  })

  it.each([
    ['Forbidden: bot was kicked from the supergroup chat', 'bot_removed'],
    ['Bad Request: not enough rights to send text messages to the chat', 'no_right_to_post'],
    ['Bad Request: TOPIC_CLOSED', 'chat_refused'],
  ])('reports a refusal of the first message: %s', async (description, code) => {
    const { bot, code: linkCode, becomes, calls } = await openLink()
    const status = description.startsWith('Forbidden') ? 403 : 400
    const refusal = { kind: 'refusal', status, description } as const
    const refused = botApi.fail({ token: bot.token, method: 'sendMessage' }, refusal)
    const chat = group()
    botApi.startGroup(bot, linkCode, chat)
    await becomes(trouble(code, { canRetry: true }))
    refused.lift()
    // An update that came with the code may have begun to connect it again.
    await calls.retry({ code: linkCode })
    await becomes(found(chat.id))
  })

  it('offers a channel although Telegram’s clock is 5 minutes behind', async () => {
    const { bot, becomes, isListening } = await openLink()
    await isListening()
    const chat = newChannel()
    botApi.addToChannel(bot, chat)
    const [update] = bot.updates
    Object.assign(update?.my_chat_member ?? {}, { date: Math.floor(Date.now() / 1000) - 300 })
    await becomes({ kind: 'confirm' })
  })

  it('ends when the clock is set back', async () => {
    const { code, calls, state, bot } = await openLink()
    await changeRow(code, { created_at: Date.now() + 3_600_000, until: Date.now() + 4_200_000 })
    expect(await state()).toEqual({ kind: 'ended' })
    expect((await calls.retry({ code })).state).toEqual({ kind: 'ended' })
    await expect.poll(() => bot.poll).toBeNull()
  })

  it('reports that no process listens', async () => {
    const { code, state } = await openLink()
    const long = Date.now() - 60_000
    await changeRow(code, { created_at: long, listened_at: long, listens: 0 })
    expect(await state()).toMatchObject(trouble('no_listener'))
  })
})

describe('a link', () => {
  it('stops its listener when it is closed', async () => {
    const { bot, code, calls, isListening, asked } = await openLink()
    await isListening()
    await calls.close({ code })
    await expect.poll(() => bot.poll).toBeNull()
    const before = asked('getupdates')
    await expect.poll(() => asked('getupdates') - before).toBe(0)
  })

  it('ends when its account opens five newer ones', async () => {
    const ines = await signUp(stage, 'ines')
    const links = []
    for (let n = 0; n < 7; n += 1) links.push(await openLink(ines))
    const kinds = await Promise.all(links.map(async link => (await link.state()).kind))
    expect(kinds).toEqual([...Array(2).fill('ended'), ...Array(5).fill('waiting')])
  })

  it('is readable by its account alone; code and token are not stored in clear', async () => {
    const { code, bot } = await openLink()
    const luis = await signUp(stage, 'leo')
    await expect(luis.api.chatLinks.read({ code })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const rows = JSON.stringify(await stage.app.db.selectFrom('chat_links').selectAll().execute())
    expect(rows).not.toContain(code)
    expect(rows).not.toContain(bot.token)
  })

  it('loses its stored token when it is used, closed or expired', async () => {
    const [used, closed, late] = [await openLink(), await openLink(), await openLink()]
    botApi.start(used.bot, used.code)
    await used.becomes({ kind: 'found' })
    await closed.calls.close({ code: closed.code })
    await changeRow(late.code, { until: Date.now() - 1 })
    const hashes = [used, closed, late].map(({ code }) => hashOfCode(code))
    const tokens = async () =>
      (
        await stage.app.db
          .selectFrom('chat_links')
          .select('token')
          .where('code_hash', 'in', hashes)
          .execute()
      ).map(({ token }) => token)
    await expect.poll(tokens).toEqual(['', '', ''])
    for (const { code, calls } of [used, closed, late]) {
      await calls.retry({ code })
      await calls.removeWebhook({ code })
    }
  })

  it('is deleted with its bot’s seen chats when the account is reset', async () => {
    const eva = await signUp(stage, 'eva')
    const { bot, code, becomes } = await openLink(eva)
    botApi.start(bot, code)
    await becomes({ kind: 'found' })
    await eva.api.data.reset()
    const seen = stage.app.db.selectFrom('seen_chats').select('chat_id')
    expect(await seen.where('bot_id', '=', String(bot.id)).execute()).toEqual([])
    await expect(eva.api.chatLinks.read({ code })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('finds its chat behind 500 updates of strangers, of which 50 are stored', async () => {
    const bot = botApi.addBot()
    const title = '🚀'.repeat(4_000)
    for (let n = 1; n <= 500; n += 1)
      bot.updates.push({
        update_id: n,
        message: {
          message_id: n,
          date: Math.floor(Date.now() / 1000),
          chat: { id: n, type: 'private', first_name: title },
          text: title,
        },
      })
    const { code, becomes } = await openLink(marta, bot)
    const chat = botApi.start(bot, code)
    await becomes(found(chat.id))
    const seen = await stage.app.db
      .selectFrom('seen_chats')
      .selectAll()
      .where('bot_id', '=', String(bot.id))
      .execute()
    expect(seen.length).toBeLessThanOrEqual(50)
    expect(Math.max(...seen.map(row => row.chat.length))).toBeLessThan(1_000)
  })
})

describe('«Detectar chat»', () => {
  it('lists chats that the listener has seen, without a second reader', async () => {
    const { bot, becomes, asked, isListening } = await openLink()
    await isListening()
    const chat = newChannel()
    botApi.addToChannel(bot, chat)
    await becomes({ kind: 'confirm' })
    const person = botApi.start(bot)
    await expect.poll(() => bot.updates).toEqual([])
    const before = asked('getme')
    const seen = await marta.api.telegram.chats({ botToken: bot.token })
    expect(seen).toMatchObject({
      ok: true,
      chats: [{ id: String(person.id) }, { id: String(chat.id) }],
    })
    expect(asked('getme') - before).toBe(1)
    const polls = botApi.requests.filter(
      one => one.token === bot.token && one.method === 'getupdates',
    )
    expect(polls.every(one => one.status !== 409)).toBe(true)
  })

  it('lists seen chats after the listener has ended, except left ones', async () => {
    const { bot, code, calls, isListening } = await openLink()
    await isListening()
    const chats = [group(), group()] as const
    for (const chat of chats) botApi.addToGroup(bot, chat)
    botApi.remove(bot, chats[0])
    await expect.poll(() => bot.updates).toEqual([])
    await calls.close({ code })
    await expect.poll(() => bot.poll).toBeNull()
    botApi.start(bot)
    const seen = await marta.api.telegram.chats({ botToken: bot.token })
    expect(seen).toMatchObject({
      ok: true,
      chats: [{ type: 'private' }, { id: String(chats[1].id) }],
    })
  })

  it('refuses a wrong token of a known bot', async () => {
    const { bot, isListening } = await openLink()
    await isListening()
    expect(
      await marta.api.telegram.chats({ botToken: `${bot.id}:${'X'.repeat(35)}` }),
    ).toMatchObject({ ok: false, code: 'token_invalid' })
  })
})
