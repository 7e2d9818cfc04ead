import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { databaseType } from '#server/store/engine/dialect.ts'
import { ownerTransaction } from '#server/store/engine/owner.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { requeueAlerts } from '#server/store/rows/alerts.ts'
import { insertConnection } from '#server/store/rows/connections.ts'
import { COUNTED_FAILURES } from '#shared/limits.ts'
import { connectionRow } from '../../../../tests/support/rows.ts'
import { plansOf, watchStatements } from '../../../../tests/support/statements.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import {
  deliveringConnections,
  describeFailures,
  findFailures,
  newestFailures,
  newestOfFailures,
} from './failures.ts'

const CONNECTIONS = 1_000

it('counts and finds the failures of 1,000 connections by index alone', async () => {
  await using store = await openTestStore()
  const { db } = store
  const ana = { db, userId: 'ana' }
  await fill(db)
  using statements = watchStatements()

  const newest = await newestFailures(ana)
  expect(newest).toHaveLength(2 * CONNECTIONS)
  expect(newest.filter(({ connection_id }) => connection_id === 'c7')).toEqual([
    { connection_id: 'c7', code: 'bot_kicked', last: 24_007, tried: 24_007 },
    { connection_id: 'c7', code: 'timeout', last: 23_007, tried: 23_007 },
  ])
  const ofOne = newest.filter(({ connection_id }) => connection_id === 'c7')
  expect(await newestFailures(ana, 'c7')).toEqual(ofOne)
  expect(await newestFailures(ana, 'off')).toEqual([])
  const askedFor = ['bot_kicked', 'none', 'timeout'].map(code => ({ connection_id: 'c7', code }))
  expect(await newestOfFailures(ana, askedFor)).toEqual(ofOne)
  const connections = await deliveringConnections(ana)
  expect(connections.map(({ id }) => id)).not.toContain('off')
  expect(connections.find(({ id }) => id === 'c7')).toMatchObject({ worked: 20_007 })

  const which = newest.map(({ connection_id, code }) => ({ connection_id, code, from: 21_000 }))
  const described = await describeFailures(ana, which)
  expect(described.find(each => each.connection_id === 'c7' && each.code === 'timeout')).toEqual({
    connection_id: 'c7',
    code: 'timeout',
    count: 2,
    since: 21_007,
    last: 23_007,
    newest: 'c7:23007',
    reason: 'Por timeout.',
  })
  const most = described.filter(({ connection_id }) => connection_id === 'c0')
  expect(most.map(({ count }) => count)).toEqual([COUNTED_FAILURES + 1, 2])

  const oldest = await findFailures(ana, which, 9e9)
  expect(oldest.ids).toEqual(Array.from({ length: 500 }, (_, n) => `c${n}:${21_000 + n}`))
  expect(oldest.total).toBe(8_000 + 4 * CONNECTIONS - 1)
  const found = await findFailures(ana, [{ connection_id: 'c0', code: 'bot_kicked', from: 0 }], 9e9)
  expect([found.ids.length, found.ids[0], found.total]).toEqual([500, 'c0:22000', 8_002])
  const sentAgain = sql`update alerts set resent_at = 8e9 where id = 'c0:22000'`
  await sentAgain.execute(db)
  const next = await findFailures(ana, [{ connection_id: 'c0', code: 'bot_kicked', from: 0 }], 8e9)
  expect([next.ids[0], next.total]).toEqual(['c0:24000', 8_001])

  // Two requests selected the same alerts before either began; one alert failed again in between.
  const again = (before: number) =>
    ownerTransaction(ana, own => requeueAlerts(own, ['c1:24001', 'c1:22001'], 9e9, before))
  expect(await again(9e9)).toEqual(new Set(['c1:24001', 'c1:22001']))
  await sql`update alerts set status = 'failed' where id = 'c1:24001'`.execute(db)
  expect(await again(9e9)).toEqual(new Set())
  expect(await again(9e9 + 1)).toEqual(new Set(['c1:24001']))

  await sql`analyze`.execute(db)
  const { walksOf } = await plansOf(db)
  const asked = statements.seen().filter(text => text.startsWith('\n') || text.includes('select'))
  const walks = await Promise.all(asked.filter(text => text.includes('alerts')).map(walksOf))
  expect(new Set(walks.flat().filter(walk => walk.startsWith('alerts')))).toEqual(
    new Set(['alerts by user_id, connection_id', 'alerts by user_id, connection_id, error_code']),
  )
})

/**
 * Each connection gets one delivered alert and four failures with two codes; `c0` gets 8,000 more, and the
 * inactive connection no alerts.
 */
async function fill(db: Database): Promise<void> {
  await transaction(db, async trx => {
    const ana = { db: trx, userId: 'ana' }
    for (let n = 0; n < CONNECTIONS; n += 1) await insertConnection(ana, connectionRow(`c${n}`))
    await insertConnection(ana, { ...connectionRow('off'), is_active: 0 })
    // Skip the triggers for counts and search, which this test does not read.
    if (databaseType(trx) === 'postgres')
      await sql`set local session_replication_role = replica`.execute(trx)
  })
  const alerts = (count: number, place: string, at: string) => sql`
    insert into alerts (id, user_id, connection_id, connection_name, name, summary, received_at, reading,
      payload, status, attempts, uncertain, missing, message_ids, error_code, error_reason, delivered_at)
    with recursive numbers (n) as (
      select 0 union all select n + 1 from numbers where n < ${sql.lit(count - 1)}
    ), placed as (select n, ${sql.raw(place)} as place, ${sql.raw(at)} as at from numbers),
    coded as (select placed.*, case when at < 21000 then null
      when at / 1000 % 2 = 1 then 'timeout' else 'bot_kicked' end as code from placed)
    select place || ':' || at, 'ana', place, place, '', '', at, 'json', '{}',
      case when code is null then 'success' else 'failed' end, 1, 0, '[]', '[]', code,
      'Por ' || code || '.', case when code is null then at end from coded`
  await alerts(5 * CONNECTIONS, `'c' || (n % 1000)`, '20000 + n / 1000 * 1000 + n % 1000').execute(
    db,
  )
  await alerts(8_000, `'c0'`, '26000 + n * 2000').execute(db)
  await sql`update alerts set error_code = 'inactive' where id = 'c9:24009'`.execute(db)
}
