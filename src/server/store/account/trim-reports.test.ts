import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createLog } from '#server/base/log.ts'
import { inChunks } from '#server/store/engine/batches.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { insertAccount } from '#server/store/rows/accounts.ts'
import { insertProfile } from '#server/store/rows/profiles.ts'
import { plansOf, watchStatements } from '../../../../tests/support/statements.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { startTrimming, trimReports } from './trim-reports.ts'

type Table = 'notifications' | 'error_logs'

/** Creates an account's rows of both tables, a second apart. */
async function fill(db: Database, userId: string, counts: Record<Table, number>) {
  await insertProfile({ db, userId })
  const rows = (count: number) =>
    Array.from({ length: count }, (_, n) => ({
      id: `${userId}-${n}`,
      user_id: userId,
      message: '',
      timestamp: 1_000 * n,
      repeat_key: '',
      count: 1,
    }))
  await transaction(db, async trx => {
    for (const some of inChunks(rows(counts.notifications)))
      await trx
        .insertInto('notifications')
        .values(some.map(row => ({ ...row, title: '', read: 0, type: 'info', link: null })))
        .execute()
    for (const some of inChunks(rows(counts.error_logs)))
      await trx
        .insertInto('error_logs')
        .values(some.map(row => ({ ...row, source: '', is_critical: 0, details: null })))
        .execute()
  })
}

/** Number of rows left, and the oldest one's second. */
async function left(db: Database, table: Table, userId: string) {
  const rows = await db
    .selectFrom(table)
    .select('timestamp')
    .where('user_id', '=', userId)
    .orderBy('timestamp')
    .execute()
  return { count: rows.length, oldest: (rows[0]?.timestamp ?? Number.NaN) / 1_000 }
}

it('keeps the newest 500 notifications and 10,000 error log entries', async () => {
  await using store = await openTestStore()
  const { db } = store
  await fill(db, 'ana', { notifications: 510, error_logs: 10_700 })
  await fill(db, 'eva', { notifications: 500, error_logs: 100 })
  const trim = () => transaction(db, trx => trimReports(trx, 'ana'))
  expect([await trim(), await trim(), await trim()]).toEqual([510, 200, 0])
  expect(await left(db, 'notifications', 'ana')).toEqual({ count: 500, oldest: 10 })
  expect(await left(db, 'error_logs', 'ana')).toEqual({ count: 10_000, oldest: 700 })
  expect(await left(db, 'notifications', 'eva')).toEqual({ count: 500, oldest: 0 })
  expect(await left(db, 'error_logs', 'eva')).toEqual({ count: 100, oldest: 0 })
})

it('deletes sessions a day after their end', async () => {
  await using store = await openTestStore()
  const { db } = store
  await fill(db, 'ana', { notifications: 0, error_logs: 0 })
  await transaction(db, async trx => {
    const account = { id: 'ana', email: 'ana@example.com', name: 'Ana', passwordHash: '' }
    await insertAccount(trx, account, Date.now())
  })
  for (const [id, ended] of [
    ['yesterday', 25],
    ['today', 23],
    ['lasting', -1],
  ] as const) {
    const end = new Date(Date.now() - ended * 3_600_000).toISOString()
    await sql`insert into "session" ("id", "token", "userId", "createdAt", "updatedAt", "expiresAt")
      values (${id}, ${id}, 'ana', ${end}, ${end}, ${end})`.execute(db)
  }
  await using _trimming = startTrimming(db, createLog({ level: 'silent' }))
  const ids = async () =>
    (await db.selectFrom('session').select('id').orderBy('id').execute()).map(({ id }) => id)
  await expect.poll(ids).toEqual(['lasting', 'today'])
})

it('trims all accounts from the start, reading rows only by index', async () => {
  await using store = await openTestStore()
  const { db } = store
  for (const name of ['ana', 'eva', 'leo'])
    await fill(db, name, { notifications: 1_600, error_logs: 0 })
  using statements = watchStatements()
  await using _trimming = startTrimming(db, createLog({ level: 'silent' }))
  await expect.poll(() => left(db, 'notifications', 'leo')).toEqual({ count: 500, oldest: 1_100 })
  for (const name of ['ana', 'eva'])
    expect(await left(db, 'notifications', name)).toEqual({ count: 500, oldest: 1_100 })
  const { walksOf } = await plansOf(db)
  const own = statements.seen().filter(text => /^delete|"profiles"/.test(text))
  const walks = new Set((await Promise.all(own.map(walksOf))).flat())
  expect([...walks].sort()).toEqual([
    'account_events by user_id',
    'error_logs by user_id',
    'notifications by user_id',
    'profiles by order',
    'session by userId',
    'watch_alarms by user_id',
  ])
})
