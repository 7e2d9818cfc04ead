// @module-tag server
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type BotApi, startBotApi } from './bot-api.ts'
import type { Bot } from './methods.ts'
import { ANA } from './people.ts'

let api: BotApi
let bot: Bot
beforeEach(async () => {
  api = await startBotApi()
  bot = api.addBot()
})
afterEach(() => api.close())

async function call(method: string, parameters: object = {}, signal?: AbortSignal) {
  const response = await fetch(`${api.root}/bot${bot.token}/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(parameters),
    ...(signal && { signal }),
  })
  return response.json()
}

const updates = async (parameters: object = {}) => (await call('getUpdates', parameters)).result
const texts = async (parameters: object = {}) =>
  (await updates(parameters)).map((update: { message: { text: string } }) => update.message.text)

/** Resolves once the poll is waiting, to its pending answer. */
async function poll(parameters: object = {}, signal?: AbortSignal) {
  const before = bot.poll
  const answer = call('getUpdates', { timeout: 50, ...parameters }, signal)
  answer.catch(() => {})
  await expect.poll(() => bot.poll).not.toBe(before)
  return { answer }
}

const conflict = (why: string) => ({ ok: false, error_code: 409, description: `Conflict: ${why}` })
const OTHER_READER = conflict(
  'terminated by other getUpdates request; make sure that only one bot instance is running',
)

describe('getUpdates', () => {
  const first = 700_000_001

  it('returns the updates until a later offset acknowledges them', async () => {
    for (const code of ['a', 'b', 'c']) api.start(bot, code)
    expect(await texts()).toEqual(['/start a', '/start b', '/start c'])
    expect(await texts({ limit: 2 })).toEqual(['/start a', '/start b'])
    expect(await texts({ offset: first + 1 })).toEqual(['/start b', '/start c'])
    expect(await texts()).toEqual(['/start b', '/start c'])
    expect(await updates({ offset: first + 3 })).toEqual([])
    expect(bot.updates).toEqual([])
  })

  it('keeps the newest few for a negative offset, and all for a wild one', async () => {
    for (const code of ['a', 'b', 'c']) api.start(bot, code)
    expect(await texts({ offset: first + 500 })).toHaveLength(3)
    expect(await texts({ offset: -2 })).toEqual(['/start b', '/start c'])
    expect(await texts()).toEqual(['/start b', '/start c'])
  })

  it('continues its numbering after an acknowledgement', async () => {
    api.start(bot)
    await updates({ offset: first + 1 })
    api.start(bot)
    expect(bot.updates).toMatchObject([{ update_id: first + 1 }])
  })

  it('waits for an update, and includes those that follow at once', async () => {
    const group = api.addChat({ id: -5, type: 'group', state: 'not a member' })
    const { answer } = await poll()
    api.startGroup(bot, 'code', group)
    expect((await answer).result).toHaveLength(3)
    expect(bot.poll).toBeNull()
  })

  it('ends a wait without updates after its timeout', async () => {
    await api.close()
    api = await startBotApi({ speed: 1000 })
    bot = api.addBot()
    expect(await call('getUpdates', { timeout: 50 })).toEqual({ ok: true, result: [] })
  })

  it('lets the newer of two readers wait', async () => {
    const one = await poll()
    const two = await poll()
    expect(await one.answer).toEqual(OTHER_READER)
    api.start(bot, 'x')
    expect((await two.answer).result).toHaveLength(1)
  })

  it('forgets a disconnected reader, and keeps its updates', async () => {
    const leaving = new AbortController()
    await poll({}, leaving.signal)
    leaving.abort()
    await expect.poll(() => bot.poll).toBeNull()
    api.start(bot, 'x')
    expect(await texts()).toEqual(['/start x'])
  })

  it('ends every wait when the server goes down', async () => {
    const { answer } = await poll()
    const refused = expect(answer).rejects.toThrow()
    await api.down()
    await refused
    await expect.poll(() => bot.poll).toBeNull()
  })

  it('remembers the update types that the bot asked for', async () => {
    await updates({ allowed_updates: ['my_chat_member', 'chat_member'] })
    await updates()
    api.start(bot)
    api.block(bot)
    expect(bot.updates.map(update => Object.keys(update)[1])).toEqual(['my_chat_member'])
    await updates({ allowed_updates: [] })
    api.start(bot)
    expect(bot.updates.map(update => Object.keys(update)[1])).toEqual([
      'my_chat_member',
      'my_chat_member',
      'message',
    ])
  })

  it('returns one update for an offset repeated at once, when limits are enforced', async () => {
    api.enforceLimits(true)
    for (const code of ['a', 'b']) api.start(bot, code)
    expect(await texts()).toHaveLength(2)
    expect(await texts()).toEqual(['/start a'])
  })
})

describe('a webhook', () => {
  const url = 'https://otro.example/hook'

  it('blocks getUpdates until it is removed, and keeps the updates', async () => {
    const { answer } = await poll()
    expect(await call('setWebhook', { url })).toEqual({ ok: true, result: true })
    expect(await answer).toEqual(conflict('terminated by setWebhook request'))
    api.start(bot, 'x')
    expect((await call('getWebhookInfo')).result).toMatchObject({ url, pending_update_count: 1 })
    expect(await call('getUpdates')).toEqual(
      conflict(
        "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
      ),
    )
    expect(await call('deleteWebhook')).toEqual({ ok: true, result: true })
    expect(await texts()).toEqual(['/start x'])
  })

  it('drops pending updates on request when it is removed', async () => {
    api.start(bot)
    await call('deleteWebhook', { drop_pending_updates: true })
    expect(bot.updates).toEqual([])
  })

  it('requires an https address', async () => {
    expect(await call('setWebhook', { url: 'http://a.b' })).toMatchObject({
      error_code: 400,
      description: 'Bad Request: bad webhook: An HTTPS URL must be provided for webhook',
    })
  })
})

describe('a person', () => {
  const shown = () => bot.updates.map(({ update_id: _, ...update }) => update)
  const member = (status: string) => ({ user: { id: bot.id, is_bot: true }, status })

  it('starts a private chat', async () => {
    const chat = api.start(bot, 'CODE')
    expect(chat).toMatchObject({ id: ANA.id, type: 'private', state: 'open' })
    expect(shown()).toEqual([
      {
        message: {
          message_id: 1,
          from: ANA,
          chat: { id: ANA.id, type: 'private', first_name: 'Ana' },
          date: expect.any(Number),
          text: '/start CODE',
          entities: [{ type: 'bot_command', offset: 0, length: 6 }],
        },
      },
    ])
  })

  it('blocks the bot, and lets it in again', () => {
    const chat = api.start(bot)
    api.block(bot)
    expect(chat.state).toBe('blocked')
    api.start(bot)
    expect(shown().slice(1)).toMatchObject([
      { my_chat_member: { old_chat_member: member('member'), new_chat_member: member('kicked') } },
      { my_chat_member: { old_chat_member: member('kicked'), new_chat_member: member('member') } },
      { message: { text: '/start' } },
    ])
  })

  it('adds the bot to a group by a link, once', () => {
    const group = api.addChat({ id: -5, type: 'group', title: 'Señales', state: 'not a member' })
    api.startGroup(bot, 'CODE', group)
    api.startGroup(bot, 'AGAIN', group)
    const chat = { id: -5, type: 'group', title: 'Señales' }
    const text = (code: string) => ({
      text: `/start@${bot.username} ${code}`,
      entities: [{ type: 'bot_command', offset: 0, length: 7 + bot.username.length }],
    })
    expect(shown()).toMatchObject([
      {
        my_chat_member: {
          chat,
          from: ANA,
          old_chat_member: member('left'),
          new_chat_member: member('member'),
        },
      },
      { message: { chat, new_chat_members: [{ id: bot.id }] } },
      { message: { chat, from: ANA, ...text('CODE') } },
      { message: { chat, ...text('AGAIN') } },
    ])
  })

  it('makes the bot an administrator of a channel, and changes its rights', () => {
    const channel = api.addChat({ id: -1001, type: 'channel', state: 'not a member' })
    api.addToChannel(bot, channel)
    api.addToChannel(bot, channel, { mayPost: false })
    const posting = (can_post_messages: boolean) => ({
      ...member('administrator'),
      can_post_messages,
    })
    expect(shown()).toMatchObject([
      { my_chat_member: { old_chat_member: member('left'), new_chat_member: posting(true) } },
      { my_chat_member: { old_chat_member: posting(true), new_chat_member: posting(false) } },
    ])
    expect(channel.state).toBe('read only')
  })

  it('writes in groups, where only messages for the bot reach it', () => {
    const forum = api.addChat({ id: -1002, type: 'supergroup', isForum: true })
    api.openTopic(bot, forum, 7, 'Oro')
    api.write(bot, forum, 'hola')
    api.write(bot, forum, '/start@otro_bot x')
    api.write(bot, forum, '/start x', { topicId: 7 })
    expect(shown()).toMatchObject([
      { message: { forum_topic_created: { name: 'Oro' }, message_thread_id: 7 } },
      { message: { text: '/start x', message_thread_id: 7, is_topic_message: true } },
    ])
    bot.readsGroups = true
    api.write(bot, forum, 'hola')
    expect(bot.updates).toHaveLength(3)
  })

  it('writes in a channel under its name, and forwards messages', () => {
    const channel = api.addChat({ id: -1001, type: 'channel', title: 'Canal' })
    api.write(bot, channel, 'hola')
    const luis = { ...ANA, id: 502, first_name: 'Luis' }
    api.write(bot, api.start(bot), '/start OLD', { from: luis })
    expect(shown()).toMatchObject([
      { channel_post: { sender_chat: { id: -1001 }, text: 'hola' } },
      { message: { text: '/start' } },
      { message: { from: ANA, forward_origin: { type: 'user', sender_user: luis } } },
    ])
  })

  it('removes the bot from a group, after which writing to it throws', () => {
    const group = api.addChat({ id: -5, type: 'group' })
    api.remove(bot, group)
    expect(shown()).toMatchObject([{ my_chat_member: { new_chat_member: member('left') } }])
    expect(() => api.write(bot, group, '/start')).toThrow('The bot is not in the chat -5')
    api.remove(bot, group, { mayReturn: false })
    expect(group.state).toBe('kicked')
  })

  it('upgrades a group to a supergroup', async () => {
    const group = api.addChat({ id: -5, type: 'group', title: 'Señales' })
    const grown = api.migrate(bot, group, -1005)
    expect(shown()).toMatchObject([
      { message: { chat: { id: -5 }, migrate_to_chat_id: -1005 } },
      { message: { chat: { id: -1005, type: 'supergroup' }, migrate_from_chat_id: -5 } },
    ])
    expect(await call('sendMessage', { chat_id: -5, text: 'a' })).toMatchObject({
      parameters: { migrate_to_chat_id: -1005 },
    })
    expect(grown).toMatchObject({ title: 'Señales', state: 'open' })
  })
})
