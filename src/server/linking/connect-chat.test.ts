// @module-tag server
import { expect, it } from 'vitest'
import { createSecretBox } from '#server/base/secrets.ts'
import { ownerTransaction } from '#server/store/engine/owner.ts'
import { changeProgress, hashOfCode, insertChatLink } from '#server/store/rows/chat-links.ts'
import { createTelegram } from '#server/telegram/client.ts'
import { startBotApi } from '../../../tests/support/bot-api/bot-api.ts'
import type { Fault } from '../../../tests/support/bot-api/faults.ts'
import { openTestStore } from '../../../tests/support/test-place.ts'
import { createChatConnector } from './connect-chat.ts'

const CODE = 'a2'.repeat(13)

it.each<[string, Fault]>([
  ['message_in_doubt', { kind: 'cut', stored: true }],
  ['flood', { kind: 'flood', retryAfter: 3_600 }],
])('sends no second message after an earlier run ended with %s', async (trouble, fault) => {
  await using store = await openTestStore()
  await using botApi = await startBotApi()
  const secretBox = createSecretBox(['k'.repeat(32)])
  const connect = createChatConnector({
    db: store.db,
    telegram: createTelegram({ apiRoot: botApi.root }),
    secretBox,
    permits: { acquire: async () => null, keepFloodWait: async () => {} },
    floodWait: seconds => seconds * 1_000,
  })
  const bot = botApi.addBot()
  const { id } = botApi.start(bot, CODE)
  const chat = { id: String(id), type: 'private', title: 'Ana', isForum: false } as const
  const token = secretBox.encrypt(bot.token)
  const link = {
    code: CODE,
    bot: { id: String(bot.id), username: 'b', name: 'b' },
    token,
    now: Date.now(),
  }
  await ownerTransaction({ db: store.db, userId: 'ana' }, own => insertChatLink(own, link))
  const hash = hashOfCode(CODE)
  await changeProgress(store.db, hash, progress => ({
    ...progress,
    chosen: { chat, topicId: null },
  }))

  botApi.fail({ method: 'sendMessage', times: 1 }, fault)
  await connect(hash)
  await connect(hash)
  expect(botApi.requests.filter(({ method }) => method === 'sendmessage')).toHaveLength(1)
  const unchanged = await changeProgress(store.db, hash, progress => progress)
  expect(unchanged?.state).toMatchObject({ kind: 'trouble', code: trouble })
})
