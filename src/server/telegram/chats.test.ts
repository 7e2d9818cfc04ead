import { expect, it } from 'vitest'
import { chatsInUpdates } from './chats.ts'

const person = { id: 5, type: 'private', first_name: 'Ada', last_name: 'Byron' }
const group = { id: -20, type: 'group', title: 'Señales' }
const channel = { id: -1003, type: 'channel', title: 'Canal' }
const membership = (chat: object, status: string) => ({
  my_chat_member: { chat, new_chat_member: { status } },
})

it('finds every chat once, most recent first', () => {
  const updates = [
    { update_id: 1, message: { chat: person } },
    { update_id: 2, channel_post: { chat: channel } },
    { update_id: 3, ...membership(group, 'member') },
    { update_id: 4, message: { chat: { ...person, first_name: 'Augusta' } } },
  ]
  expect(chatsInUpdates(updates)).toEqual([
    { id: '5', type: 'private', title: 'Augusta Byron', isForum: false },
    { id: '-20', type: 'group', title: 'Señales', isForum: false },
    { id: '-1003', type: 'channel', title: 'Canal', isForum: false },
  ])
})

it('leaves out the chats that the bot has left, until it is back', () => {
  const left = [{ message: { chat: group } }, membership(group, 'kicked')]
  expect(chatsInUpdates(left)).toEqual([])
  expect(chatsInUpdates([...left, membership(group, 'administrator')])).toHaveLength(1)
})

it('follows a group that became a supergroup', () => {
  expect(chatsInUpdates([{ message: { chat: group, migrate_to_chat_id: -1009 } }])).toEqual([
    { id: '-1009', type: 'supergroup', title: 'Señales', isForum: false },
  ])
})

it('ignores updates that it cannot read', () => {
  const updates = [null, 7, { poll: {} }, { message: { chat: { id: 'x' } } }]
  expect(chatsInUpdates([...updates, { message: { chat: { id: 8, type: 'private' } } }])).toEqual([
    { id: '8', type: 'private', title: '8', isForum: false },
  ])
})
