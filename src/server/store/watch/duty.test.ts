import { expect, it } from 'vitest'
import { transaction } from '#server/store/engine/transaction.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { markReceiving } from './duty.ts'
import { insertHeartbeat } from './heartbeats.ts'

const MINUTE = 60_000

it('postpones a heartbeat alarm once after more than a minute without a mark', async () => {
  await using store = await openTestStore()
  const { db } = store
  const alarmAt = async () =>
    (await db.selectFrom('heartbeats').select('alarm_at').executeTakeFirstOrThrow()).alarm_at
  const stopped = 10 * MINUTE
  await markReceiving(db, stopped)
  const row = {
    id: 'mine',
    name: 'BTC',
    every_minutes: 1,
    created_at: 1,
    last_at: stopped,
    alarm_at: stopped + 2.5 * MINUTE,
    silent_since: null,
    silenced_until: null,
  }
  await transaction(db, trx => insertHeartbeat({ db: trx, userId: 'marta' }, row))
  expect(await markReceiving(db, stopped + MINUTE)).toBe(false)
  expect(await alarmAt()).toBe(stopped + 2.5 * MINUTE)
  expect(await markReceiving(db, stopped + 2.8 * MINUTE)).toBe(false)
  expect(await alarmAt()).toBe(stopped + 2.8 * MINUTE + 2.5 * MINUTE)
  // Each silence is excused only once.
  expect(await markReceiving(db, stopped + 4.2 * MINUTE)).toBe(false)
  expect(await alarmAt()).toBe(stopped + 2.8 * MINUTE + 2.5 * MINUTE)
  expect(await db.selectFrom('watch_absences').selectAll().execute()).toEqual([])
})
