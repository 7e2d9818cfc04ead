import { expect, it } from 'vitest'
import { transaction } from '#server/store/engine/transaction.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { accountsToTell, raiseAlarm } from './alarms.ts'

it('finds each account with due alarms, however many of another wait longer', async () => {
  await using store = await openTestStore()
  const raise = (user_id: string, id: string, at: number) =>
    transaction(store.db, trx =>
      raiseAlarm(
        trx,
        { id, user_id, kind: 'test', about: null, title: 'A', message: 'A', at },
        null,
      ),
    )
  for (let n = 1; n <= 250; n += 1) await raise('ana', `a${n}`, 1)
  await raise('luis', 'l1', 2)
  await raise('marta', 'm1', 10)
  expect(await accountsToTell(store.db, 9)).toEqual(['ana', 'luis'])
})
