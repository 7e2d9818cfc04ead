import { expect, it } from 'vitest'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { readAttempts, withAttempt } from './attempt-log.ts'

it('keeps the latest ten attempts, whatever their reasons contain', async () => {
  await using store = await openTestStore()
  const { db } = store
  await db.insertInto('alerts').values(alert).execute()
  const add = (ms: number, reason = `«${ms}»`) =>
    db
      .updateTable('alerts')
      .set(withAttempt(db, { at: 1_763_000_000_000, ms, code: 'refused', reason, counted: 0 }))
      .execute()
  const log = async () => {
    const row = await db.selectFrom('alerts').select('attempt_log').executeTakeFirstOrThrow()
    return readAttempts(row.attempt_log)
  }

  expect(await log()).toEqual([])
  await add(1, 'a "b" \\ \u0000 \ud800 {{x}} \n 🚀')
  expect(await log()).toEqual([
    {
      at: 1_763_000_000_000,
      ms: 1,
      code: 'refused',
      reason: expect.stringMatching(/^a "b" \\ .* .* \{\{x\}\} \n 🚀$/su),
      counted: 0,
    },
  ])
  for (let ms = 2; ms <= 12; ms += 1) await add(ms)
  expect((await log()).map(({ ms }) => ms)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
})

const alert = {
  id: 'a',
  user_id: 'u',
  connection_id: 'c',
  connection_name: 'C',
  name: 'N',
  summary: '',
  received_at: 1,
  reading: 'json',
  payload: '{}',
  status: 'pending',
  attempts: 0,
  uncertain: 0,
  missing: '[]',
  message_ids: '[]',
} as const
