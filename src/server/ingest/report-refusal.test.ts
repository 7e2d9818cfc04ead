import { expect, it } from 'vitest'
import { Live } from '#server/live/live.ts'
import { StoreBusyError } from '#server/store/engine/store-errors.ts'
import { insertConnection } from '#server/store/rows/connections.ts'
import { holdStore } from '../../../tests/support/hold-store.ts'
import { connectionRow } from '../../../tests/support/rows.ts'
import { openTestStore } from '../../../tests/support/test-place.ts'
import { createRefusalReport, type Refusal } from './report-refusal.ts'

async function setStage() {
  const store = await openTestStore()
  for (const id of ['oro', 'plata'])
    await insertConnection({ db: store.db, userId: 'marta' }, connectionRow(id))
  const told: string[] = []
  const live = new Live({ tell: notice => told.push(notice.kind) })
  const forgotten: string[] = []
  const known = { forget: (addressId: string) => void forgotten.push(addressId) }
  const report = createRefusalReport({ db: store.db, live, known })
  return {
    store,
    told,
    forgotten,
    refuse: (addressId: string, code: Refusal['code'] = 'not-stored') =>
      report({ addressId, code, body: Buffer.from('{"a":1}') }),
    logged: () =>
      store.db
        .selectFrom('error_logs')
        .select(['repeat_key as key', 'count'])
        .orderBy('repeat_key')
        .execute(),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  }
}

it('queues one report per connection and code, however many webhooks are refused', async () => {
  await using stage = await setStage()
  await using hold = await holdStore(stage.store.place)
  const reports = [
    ...Array.from({ length: 10_000 }, () => stage.refuse('oro')),
    ...Array.from({ length: 100 }, () => stage.refuse('plata')),
    stage.refuse('plata', 'empty'),
  ]
  await hold.release()
  await Promise.all(reports)
  expect(await stage.logged()).toEqual([
    { key: 'empty:plata', count: 1 },
    { key: 'not-stored:oro', count: 10_000 },
    { key: 'not-stored:plata', count: 100 },
  ])
  expect(stage.told).toHaveLength(3)

  await stage.refuse('oro')
  expect(await stage.logged()).toContainEqual({ key: 'not-stored:oro', count: 10_001 })
})

it('rejects reports beyond a queue of 1,000, and accepts new ones afterwards', async () => {
  await using stage = await setStage()
  const outcomes = await Promise.allSettled(
    Array.from({ length: 5_000 }, (_, nth) => stage.refuse(`made up ${nth}`)),
  )
  const refused = outcomes.filter(outcome => outcome.status === 'rejected')
  expect(refused).toHaveLength(4_000)
  for (const { reason } of refused) expect(reason).toBeInstanceOf(StoreBusyError)
  await stage.refuse('oro')
  expect(await stage.logged()).toEqual([{ key: 'not-stored:oro', count: 1 }])
})

it('drops a report that cannot be written', async () => {
  await using stage = await setStage()
  await using hold = await holdStore(stage.store.place)
  await expect(stage.refuse('oro')).rejects.toBeInstanceOf(StoreBusyError)
  await hold.release()
  await stage.refuse('oro')
  expect(await stage.logged()).toEqual([{ key: 'not-stored:oro', count: 1 }])
})

it('drops a cached address that leads to no connection any more', async () => {
  await using stage = await setStage()
  await Promise.all([stage.refuse('oro'), stage.refuse('retired', 'empty')])
  expect(stage.forgotten).toEqual(['retired'])
})
