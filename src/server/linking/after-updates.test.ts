import { expect, it } from 'vitest'
import type { ChatLinkRow, LinkProgress } from '#server/store/rows/chat-links.ts'
import type { ChatIdentity, PersonIdentity, UpdateEvent } from '#server/telegram/telegram.ts'
import { afterUpdates, type ReadUpdate } from './after-updates.ts'

const NOW = Date.UTC(2026, 10, 23)
const row: ChatLinkRow = {
  code_hash: 'own',
  user_id: 'ana',
  bot_id: '7',
  bot: '{}',
  token: '',
  created_at: NOW - 1_000,
  until: NOW + 600_000,
  listens: 1,
  progress: '',
  version: 0,
  listened_at: null,
  listening_trouble: null,
}
const waiting: LinkProgress = { state: { kind: 'waiting' }, chosen: null, added: [] }

const channel: ChatIdentity = { id: '-1001', type: 'channel', title: 'Canal', isForum: false }
const group: ChatIdentity = { id: '-20', type: 'group', title: 'Grupo', isForum: false }

let id = 0
const update = (chat: ChatIdentity, event: UpdateEvent, more: Partial<ReadUpdate> = {}) => ({
  id: ++id,
  at: NOW,
  chat,
  event,
  link: undefined,
  ...more,
})
const membership = (
  chat: ChatIdentity,
  standing: 'out' | 'silent' | 'posting',
  by?: PersonIdentity,
) => update(chat, { kind: 'membership', standing, ...(by && { by }) })
const press = (chat: ChatIdentity) =>
  update(chat, { kind: 'message', code: 'code', topicId: null }, { link: row })

const after = (progress: LinkProgress, ...updates: ReadUpdate[]) =>
  afterUpdates(progress, updates, row, NOW)

it('chooses the first chat in which its code was sent, also if updates are read twice', () => {
  const once = after(waiting, press(group), press(channel))
  expect(once).toEqual({ ...waiting, chosen: { chat: group, topicId: null } })
  expect(after(once, press(group), press(channel))).toBe(once)
})

it.each<LinkProgress['state']>([
  { kind: 'connecting', since: NOW, isSent: true },
  { kind: 'ended' },
])('ignores its code in the state %o', state => {
  const progress: LinkProgress = { ...waiting, state, chosen: { chat: group, topicId: null } }
  expect(after(progress, press(channel))).toBe(progress)
})

it('offers the newest ten chats that the bot was added to', () => {
  const chats = Array.from({ length: 12 }, (_, n) => ({ ...channel, id: `-100${n}` }))
  const { added } = after(waiting, ...chats.map(chat => membership(chat, 'posting')))
  expect(added.map(({ chat }) => chat.id)).toEqual(
    chats
      .slice(2)
      .map(chat => chat.id)
      .toReversed(),
  )
})

it('says who added the bot, not who changed its rights later or wrote there', () => {
  const ana = { name: 'Ana', username: 'ana' }
  const written = update(channel, { kind: 'message', code: null, topicId: null })
  const unknown = after(waiting, written)
  expect(unknown.added).toEqual([{ chat: channel, at: NOW }])
  const known = after(unknown, membership(channel, 'posting', ana))
  expect(known.added).toEqual([{ chat: { ...channel, addedBy: ana }, at: NOW }])
  expect(after(known, written, membership(channel, 'posting', { name: 'Eva' }))).toBe(known)
  const again = after(known, membership(channel, 'out'), membership(channel, 'posting'))
  expect(again.added).toEqual([{ chat: channel, at: NOW }])
})

it('ignores old additions, and removals from chats that were never offered', () => {
  const long = { ...membership(channel, 'posting'), at: NOW - 3_600_000 }
  expect(after(waiting, long, membership(group, 'out'))).toBe(waiting)
})

it('drops a chat that removed the bot, and reports it if no other is left', () => {
  const both = after(waiting, membership(channel, 'posting'), membership(group, 'posting'))
  const one = after(both, membership(channel, 'out'))
  expect(one).toMatchObject({ state: { kind: 'waiting' }, added: [{ chat: group }] })
  const none = after(one, membership(group, 'out'))
  expect(none).toMatchObject({ state: { code: 'bot_removed', chat: group }, added: [] })
  expect(after(none, membership(group, 'posting')).state).toEqual({ kind: 'waiting' })
})

it('follows a group that became a supergroup, chosen or offered', () => {
  const supergroup = { ...group, id: '-1009', type: 'supergroup' as const }
  const moved = update(group, { kind: 'migrated', from: group.id, to: supergroup.id })
  const chosen = after(waiting, press(group))
  expect(after(chosen, moved).chosen?.chat).toEqual(supergroup)
  const offered = after(waiting, membership(group, 'posting'))
  expect(after(offered, moved).added).toMatchObject([{ chat: supergroup }])
  expect(after(waiting, moved)).toBe(waiting)
})

it.each([
  [{ user_id: 'eva' }, 'code_of_other'],
  [{ bot_id: '8' }, 'code_of_other'],
  [{ listens: 0 as const, progress: '{"state":{"kind":"found"}}' }, 'code_used'],
  [{ listens: 0 as const, until: NOW - 1 }, 'code_late'],
])('reports why a code of another link is refused: %o', (more, code) => {
  const link = {
    ...row,
    code_hash: 'other',
    listens: 0 as const,
    progress: '{"state":{}}',
    ...more,
  }
  const event: UpdateEvent = { kind: 'message', code: 'code', topicId: null }
  expect(after(waiting, update(group, event, { link })).state).toMatchObject({ code })
})

it('ignores a code that serves another link of the bot', () => {
  const link = { ...row, code_hash: 'other', user_id: 'eva' }
  const event: UpdateEvent = { kind: 'message', code: 'code', topicId: null }
  expect(after(waiting, update(group, event, { link }))).toBe(waiting)
})
