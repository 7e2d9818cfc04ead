import { expect, it } from 'vitest'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { newestNotifications, notify } from './notifications.ts'

it('the newest fifty are listed, newest first', async () => {
  await using store = await openTestStore()
  const owner = { db: store.db, userId: 'marta' }
  for (let nth = 1; nth <= 52; nth += 1)
    await notify(store.db, {
      id: `n${nth}`,
      userId: owner.userId,
      title: () => `Aviso ${nth}`,
      message: '',
      type: 'info',
      link: null,
      repeatKey: `n${nth}`,
      count: 1,
      now: nth,
    })
  const listed = await newestNotifications(owner)
  expect(listed).toHaveLength(50)
  expect([listed.at(0)?.title, listed.at(-1)?.title]).toEqual(['Aviso 52', 'Aviso 3'])
})
