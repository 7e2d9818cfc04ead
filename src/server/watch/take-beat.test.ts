import { DefaultQueryExecutor } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { transaction } from '#server/store/engine/transaction.ts'
import { insertHeartbeat } from '#server/store/watch/heartbeats.ts'
import { openTestStore } from '../../../tests/support/test-place.ts'
import { createHeartbeats } from './take-beat.ts'

async function setStage() {
  const { db, ...store } = await openTestStore()
  onTestFinished(() => store[Symbol.asyncDispose]())
  const silent = { last_at: null, alarm_at: null, silent_since: null, silenced_until: null }
  const row = { id: 'mine', name: 'BTC', every_minutes: 5, created_at: 1, ...silent }
  await transaction(db, trx => insertHeartbeat({ db: trx, userId: 'marta' }, row))
  const heartbeats = createHeartbeats({ db, live: { changed() {} }, onRaised() {} })
  return { db, heartbeats }
}

it('looks up 2,000 made-up heartbeats in at most 10 queries', async () => {
  const { heartbeats } = await setStage()
  const execute = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery')
  onTestFinished(() => execute.mockRestore())
  const asked = Array.from({ length: 1_000 }, (_, nth) => heartbeats.take(`made up ${nth}`))
  const alive = Array.from({ length: 1_000 }, (_, nth) => heartbeats.isAlive(`made up ${nth}`))
  expect(new Set(await Promise.all(asked))).toEqual(new Set([false]))
  expect(new Set(await Promise.all(alive))).toEqual(new Set([null]))
  expect(execute.mock.calls.length).toBeLessThanOrEqual(10)
  expect(await heartbeats.take('mine')).toBe(true)
  expect(await heartbeats.isAlive('mine')).toBe(true)
})

it('rejects while the database is away, instead of reporting no heartbeat', async () => {
  const { db, heartbeats } = await setStage()
  await db.schema.alterTable('heartbeats').renameTo('away').execute()
  await expect(heartbeats.take('mine')).rejects.toThrow()
  await db.schema.alterTable('away').renameTo('heartbeats').execute()
  expect(await heartbeats.take('mine')).toBe(true)
})
