import { expect, it } from 'vitest'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { countTry, deleteTriesBefore } from './rate-limits.ts'

const limit = { max: 3, window: 60 }
const now = Date.UTC(2026, 10, 22)

it('counts tries by key and refuses more until the window has passed', async () => {
  await using store = await openTestStore()
  const tries = (key: string, at: number) => countTry(store.db, key, limit, at)
  for (const at of [0, 10_000, 20_500]) expect(await tries('a', now + at)).toBeNull()
  expect(await tries('a', now + 20_500)).toBe(40)
  expect(await tries('a', now + 59_999)).toBe(1)
  expect(await tries('b', now + 59_999)).toBeNull()
  expect(await tries('a', now + 60_000)).toBeNull()
})

it('lets only 3 of 40 tries pass, also at once and out of order', async () => {
  await using store = await openTestStore()
  const waits = []
  for (let n = 0; n < 20; n++) waits.push(await countTry(store.db, 'a', limit, now - n))
  waits.push(
    ...(await Promise.all(
      Array.from({ length: 20 }, (_, n) => countTry(store.db, 'a', limit, now - n)),
    )),
  )
  expect(waits.filter(wait => wait === null)).toHaveLength(3)
  expect(new Set(waits)).toEqual(new Set([null, 60, 61]))
})

it('accepts tries again after the clock is set back by more than the window', async () => {
  await using store = await openTestStore()
  for (let time = 0; time < 4; time++) await countTry(store.db, 'a', limit, now)
  expect(await countTry(store.db, 'a', limit, now - 60_001)).toBeNull()
})

it('deletes tries before an instant', async () => {
  await using store = await openTestStore()
  await countTry(store.db, 'a', limit, now)
  await countTry(store.db, 'b', limit, now + 1)
  await deleteTriesBefore(store.db, now + 1)
  const rows = await store.db.selectFrom('rateLimit').select('key').execute()
  expect(rows).toEqual([{ key: 'b' }])
})
