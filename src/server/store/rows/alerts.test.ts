import { expect, it } from 'vitest'
import { transaction } from '#server/store/engine/transaction.ts'
import { alertRow } from '../../../../tests/support/rows.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { insertAlerts } from './alerts.ts'

const alert = (id: string, over: Partial<Parameters<typeof alertRow>[0]> = {}) =>
  alertRow({ id, user_id: 'ana', connection_id: 'oro', ...over })

it('stores each of several alerts with its own fields, in either database', async () => {
  await using store = await openTestStore()
  const begun = {
    ...alert('b', { bar_time: 1_750_000_000_123, status: 'failed', error_code: 'inactive' }),
    missing: '["precio"]',
    message_text: 'a\0b \ud83d {{x}} "\\" 🚀',
    late_minutes: 2,
    first_attempt_at: 1_750_000_000_456,
  }
  const received_at = Number.MAX_SAFE_INTEGER
  await transaction(store.db, trx => insertAlerts(trx, [alert('a', { received_at }), begun]))
  const rows = await store.db.selectFrom('alerts').selectAll().orderBy('id').execute()
  const untried = { attempts: 0, uncertain: 0, message_ids: '[]', taken: '[]', delivered_at: null }
  expect(rows).toMatchObject([
    { ...untried, id: 'a', received_at, bar_time: null, missing: '[]', message_text: null },
    { ...untried, ...begun, message_text: 'a\uFFFDb \uFFFD {{x}} "\\" 🚀' },
  ])
})

it('rolls back all alerts when one is refused', async () => {
  await using store = await openTestStore()
  const twice = [alert('a'), alert('b'), alert('b'), alert('c')]
  await expect(transaction(store.db, trx => insertAlerts(trx, twice))).rejects.toThrow(/unique/i)
  expect(await store.db.selectFrom('alerts').select('id').execute()).toEqual([])
  await transaction(store.db, trx => insertAlerts(trx, [alert('b')]))
  expect(await store.db.selectFrom('count_changes').select('total').execute()).toEqual([
    { total: 1 },
  ])
})
