import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { transaction } from '#server/store/engine/transaction.ts'
import { plansOf } from '../../../../tests/support/statements.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { insertAccount } from './accounts.ts'
import { findSession } from './sessions.ts'

const NOW = Date.UTC(2026, 10, 23)

it('finds a session by index, however many its account has', async () => {
  await using store = await openTestStore()
  const { db, place } = store
  await transaction(db, async trx => {
    const account = { id: 'ana', email: 'ana@example.com', name: 'Ana', passwordHash: '' }
    await insertAccount(trx, account, NOW)
  })
  const [at, until] = [NOW, NOW + 1].map(instant => new Date(instant).toISOString())
  await sql`
    insert into "session" ("id", "token", "userId", "createdAt", "updatedAt", "expiresAt", "reference")
    with recursive numbers (n) as (
      select 1 union all select n + 1 from numbers where n < 5000
    )
    select 's' || n, 't' || n, 'ana', ${at}, ${at}, ${until}, 'r' || n from numbers`.execute(db)
  if ('databaseUrl' in place) await sql`analyze`.execute(db)

  for (const shown of ['r77', 't77'])
    expect(await findSession(db, shown, at ?? '')).toMatchObject([{ id: 's77', userId: 'ana' }])
  const { walksOf } = await plansOf(db)
  expect(await walksOf(findSession.query(db, 'r77', at ?? '').sql)).toEqual([])
})
