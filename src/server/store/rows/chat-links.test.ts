import { expect, it } from 'vitest'
import { transaction } from '#server/store/engine/transaction.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { changeProgress, giveUpLinks, hashOfCode, insertChatLink } from './chat-links.ts'

it('stays without listening when its token dies during a change of its progress', async () => {
  await using store = await openTestStore()
  const { db } = store
  const bot = { id: '7', name: 'Bot', username: 'un_bot' }
  const link = { code: 'abc', bot, token: 'sealed', now: 1_750_000_000_000 }
  await transaction(db, trx => insertChatLink({ db: trx, userId: 'ana' }, link))
  const code = hashOfCode('abc')
  let gaveUp: Promise<unknown> | undefined
  await changeProgress(db, code, progress => {
    gaveUp ??= giveUpLinks(db, [code], {
      kind: 'trouble',
      code: 'token_invalid',
      reason: 'Muerto',
      chat: null,
      webhookHost: null,
      canRetry: false,
    })
    return { ...progress, added: [] }
  })
  await gaveUp
  const row = await db.selectFrom('chat_links').select('listens').executeTakeFirst()
  expect(row?.listens).toBe(0)
})
