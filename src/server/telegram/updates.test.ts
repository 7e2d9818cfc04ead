import { expect, it } from 'vitest'
import { botUpdates } from './updates.ts'

const group = { id: -1001, type: 'supergroup', title: 'Señales', is_forum: true }
const channel = { id: -1002, type: 'channel', title: 'Canal' }
const person = { id: 5, type: 'private', first_name: 'Ada' }
const CODE = 'abcdefghijklmnopqrstuvwxyz'

const read = (...updates: object[]) =>
  botUpdates.parse(updates.map((update, nth) => ({ update_id: nth + 1, ...update })))
const eventOf = (message: object) =>
  read({ message: { chat: group, date: 7, ...message } })[0]?.event

it('reads the chat and the time of a message', () => {
  expect(read({ message: { chat: person, date: 7, text: 'hola' } })).toEqual([
    {
      id: 1,
      at: 7_000,
      chat: { id: '5', type: 'private', title: 'Ada', isForum: false },
      event: { kind: 'message', code: null, topicId: null },
    },
  ])
})

it.each([
  [`/start ${CODE}`, CODE],
  [`/start@my_bot ${CODE}`, CODE],
  [` ${CODE.toUpperCase()} `, CODE.toUpperCase()],
  ['/start a_b-C', 'a_b-C'],
  [`/start ${CODE} ${CODE}`, null],
  [`/start ${'a'.repeat(65)}`, null],
  [`/startle ${CODE}`, null],
  [`see /start ${CODE}`, null],
  ['hola', null],
  ['x'.repeat(4_096), null],
])('reads the code of «%s»', (text, code) => {
  expect(eventOf({ text })).toEqual({ kind: 'message', code, topicId: null })
})

it('reads the sender of a code unless it is a bot', () => {
  const text = `/start ${CODE}`
  expect(eventOf({ text, from: { id: 5, is_bot: false } })).toMatchObject({ sender: '5' })
  expect(eventOf({ text, from: { id: 6, is_bot: true } })).not.toHaveProperty('sender')
  expect(eventOf({ text: 'hola', from: { id: 5, is_bot: false } })).not.toHaveProperty('sender')
})

it('ignores a forwarded code', () => {
  const forwarded = { text: `/start ${CODE}`, forward_origin: { type: 'user' } }
  expect(eventOf(forwarded)).toMatchObject({ code: null })
})

it('reads the topic of a message, but ignores reply threads and «General»', () => {
  expect(eventOf({ message_thread_id: 9, is_topic_message: true })).toMatchObject({ topicId: 9 })
  expect(eventOf({ message_thread_id: 9 })).toMatchObject({ topicId: null })
  // «General», which is written to without a number.
  expect(eventOf({ message_thread_id: 1, is_topic_message: true })).toMatchObject({ topicId: null })
})

it('reads a migration to a supergroup from either side', () => {
  expect(eventOf({ migrate_to_chat_id: -1009 })).toEqual({
    kind: 'migrated',
    from: '-1001',
    to: '-1009',
  })
  expect(eventOf({ migrate_from_chat_id: -20 })).toEqual({
    kind: 'migrated',
    from: '-20',
    to: '-1001',
  })
})

it.each([
  [channel, { status: 'administrator', can_post_messages: true }, 'posting'],
  [channel, { status: 'administrator', can_post_messages: false }, 'silent'],
  [channel, { status: 'left' }, 'out'],
  [group, { status: 'member' }, 'posting'],
  [group, { status: 'restricted', can_send_messages: false, is_member: true }, 'silent'],
  [group, { status: 'restricted', is_member: false }, 'out'],
  [group, { status: 'kicked' }, 'out'],
  [person, { status: 'kicked' }, 'out'],
  [person, { status: 'member' }, 'posting'],
])('reads whether the bot may write: %o as %o', (chat, new_chat_member, standing) => {
  const [update] = read({ my_chat_member: { chat, date: 7, new_chat_member } })
  expect(update?.event).toEqual({ kind: 'membership', standing })
})

it.each([
  [
    { is_bot: false, first_name: 'Ana', last_name: '\u202eX', username: 'ana' },
    { name: 'Ana X', username: 'ana' },
  ],
  [
    { is_bot: false, first_name: ' ', username: 'ana' },
    { name: 'ana', username: 'ana' },
  ],
  [{ is_bot: false, first_name: 'Ana', username: 'no <name>' }, { name: 'Ana' }],
  [{ is_bot: true, first_name: 'Group', username: 'GroupAnonymousBot' }, undefined],
  [undefined, undefined],
])('reads who changed the membership: %o', (from, by) => {
  const change = { chat: channel, from, date: 7, new_chat_member: { status: 'left' } }
  expect(read({ my_chat_member: change })[0]?.event).toEqual({
    kind: 'membership',
    standing: 'out',
    ...(by && { by }),
  })
})

it('reads the public name of a chat', () => {
  const chat = { ...channel, username: 'senales' }
  expect(read({ channel_post: { chat, date: 7 } })[0]?.chat).toMatchObject({ username: 'senales' })
})

it('keeps the ids of updates that are unreadable or have no chat', () => {
  const updates = [
    { message: { chat: 'nobody', date: 'x' } },
    { poll: {} },
    { my_chat_member: { chat: channel } },
    { message: { chat: person, date: null, text: 5, message_thread_id: 'x' } },
  ]
  expect(read(...updates).map(({ id, chat }) => [id, chat?.id])).toEqual([
    [1, undefined],
    [2, undefined],
    [3, undefined],
    [4, '5'],
  ])
})
