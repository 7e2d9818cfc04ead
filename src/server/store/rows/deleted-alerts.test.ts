import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { ownerTransaction } from '#server/store/engine/owner.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { MAX_DELETED_REMEMBERED } from '#shared/limits.ts'
import { numbersTo } from '../../../../tests/support/numbers.ts'
import { alertRow } from '../../../../tests/support/rows.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { insertAlerts } from './alerts.ts'
import { rememberDeleted } from './deleted-alerts.ts'

it('keeps the newest 100,000 traces of an account', async () => {
  await using store = await openTestStore()
  const { db } = store
  for (const numbers of numbersTo(MAX_DELETED_REMEMBERED))
    await sql`
      insert into deleted_alerts (id, user_id, received_at, exact, repaired, named)
      ${numbers}
      select 'old-' || n, 'ana', n, 0, 0, 0 from numbers`.execute(db)
  const received_at = MAX_DELETED_REMEMBERED + 1
  const alert = alertRow({ id: 'new', user_id: 'ana', connection_id: 'oro', received_at })
  await transaction(db, trx => insertAlerts(trx, [alert]))
  await ownerTransaction({ db, userId: 'ana' }, own => rememberDeleted(own, ['new']))
  const { rows } = await sql`
    select count(*) as count, min(received_at) as oldest from deleted_alerts`.execute(db)
  expect(rows).toEqual([{ count: MAX_DELETED_REMEMBERED, oldest: 2 }])
})
