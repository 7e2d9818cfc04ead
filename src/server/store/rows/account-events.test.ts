import { expect, it } from 'vitest'
import { inChunks } from '#server/store/engine/batches.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { DAY_MS } from '#shared/limits.ts'
import { plansOf, watchStatements } from '../../../../tests/support/statements.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import {
  isFirstSignIn,
  listAccountEvents,
  recordAccountEvent,
  trimAccountEvents,
} from './account-events.ts'
import { insertAccount } from './accounts.ts'

const NOON = Date.UTC(2026, 10, 21, 12)
const MINUTE_MS = 60_000

const addAccount = (db: Database, id: string) =>
  transaction(db, trx =>
    insertAccount(trx, { id, email: `${id}@example.com`, name: id, passwordHash: '' }, NOON),
  )

it('merges failures by kind, network and day, and keeps each success apart', async () => {
  await using store = await openTestStore()
  const { db } = store
  await addAccount(db, 'ana')
  const fail = (address: string, network: string, now: number) =>
    recordAccountEvent(
      db,
      { userId: 'ana', kind: 'sign-in-failed', address, network, userAgent: 'curl' },
      now,
    )
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => fail(`2001:db8::${n}`, '2001:db8:0:0::/64', NOON + n)),
  )
  await fail('203.0.113.7', '203.0.113.7', NOON + MINUTE_MS)
  await fail('203.0.113.7', '203.0.113.7', NOON + DAY_MS)
  for (const at of [NOON, NOON + 1])
    await recordAccountEvent(
      db,
      { userId: 'ana', kind: 'sign-in', userAgent: 'x'.repeat(9_000) },
      at,
    )

  const { rows, total } = await listAccountEvents({ db, userId: 'ana' }, 1)
  expect(rows.map(({ kind, count, at, since }) => [kind, count, at - NOON, since - NOON])).toEqual([
    ['sign-in-failed', 1, DAY_MS, DAY_MS],
    ['sign-in-failed', 1, MINUTE_MS, MINUTE_MS],
    ['sign-in-failed', 20, 19, expect.any(Number)],
    ['sign-in', 1, 1, 1],
    ['sign-in', 1, 0, 0],
  ])
  expect(total).toBe(5)
  expect(rows.at(-1)?.user_agent).toHaveLength(401)
})

it('keeps the newest 200 events of each kind, and deletes those before an instant', async () => {
  await using store = await openTestStore()
  const { db } = store
  for (const id of ['ana', 'eva']) await addAccount(db, id)
  await fill(db, 'ana', 'sign-in', 720)
  await fill(db, 'ana', 'throttled', 1_200)
  await fill(db, 'eva', 'sign-in', 700)
  const trim = (before: number) => transaction(db, trx => trimAccountEvents(trx, 'ana', before))
  while ((await trim(0)) > 0);
  expect(await kindsOf(db, 'ana')).toEqual({ 'sign-in': 200, throttled: 200 })
  // Events of a kind are a second apart, the newest last.
  while ((await trim(NOON + 1_100_000)) > 0);
  expect(await kindsOf(db, 'ana')).toEqual({ throttled: 100 })
  expect(await kindsOf(db, 'eva')).toEqual({ 'sign-in': 700 })
})

it('reads events only by index, however many accounts there are', async () => {
  await using store = await openTestStore()
  const { db } = store
  for (const id of ['ana', 'eva', 'leo']) {
    await addAccount(db, id)
    await fill(db, id, 'sign-in', 400)
  }
  using statements = watchStatements()
  await recordAccountEvent(db, { userId: 'ana', kind: 'sign-in-failed' }, NOON)
  await isFirstSignIn(db, 'ana')
  await listAccountEvents({ db, userId: 'ana' }, 2)
  await transaction(db, trx => trimAccountEvents(trx, 'ana', NOON))
  const { walksOf } = await plansOf(db)
  const own = statements.seen().filter(text => text.includes('"account_events"'))
  expect(own.length).toBeGreaterThan(4)
  expect(new Set((await Promise.all(own.map(walksOf))).flat())).toEqual(
    new Set(['account_events by user_id']),
  )
})

async function fill(db: Database, userId: string, kind: string, count: number) {
  const rows = Array.from({ length: count }, (_, n) => ({
    id: `${userId}-${kind}-${n}`,
    user_id: userId,
    kind,
    at: NOON + 1_000 * n,
    since: NOON,
    count: 1,
    repeat_key: `${kind}-${n}`,
  }))
  await transaction(db, async trx => {
    for (const some of inChunks(rows)) await trx.insertInto('account_events').values(some).execute()
  })
}

async function kindsOf(db: Database, userId: string): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('account_events')
    .select(eb => ['kind', eb.fn.countAll<number>().as('count')])
    .where('user_id', '=', userId)
    .groupBy('kind')
    .execute()
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
}
