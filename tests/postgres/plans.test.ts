import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Transacting } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { failQueued } from '#server/store/queue/fail-queued.ts'
import { insertConnection } from '#server/store/rows/connections.ts'
import { connectionRow, frontOfLane } from '../support/rows.ts'
import { openTestStore } from '../support/test-place.ts'

const LANE = 'ana:1:2'

/** Rows of `deliveries` that this transaction has read. */
async function rowsRead(trx: Transacting): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as read
    from pg_stat_xact_user_tables where relname = 'deliveries'`.execute(trx)
  return rows[0]?.read ?? 0
}

it('reads only the front of a long lane, also before PostgreSQL has statistics', async () => {
  await using store = await openTestStore()
  const { db } = store
  for (const id of ['btc', 'eth'])
    await insertConnection({ db, userId: 'ana' }, { ...connectionRow(id), lane: LANE })
  await sql`
    insert into alerts (id, user_id, connection_id, connection_name, name, summary, received_at,
      reading, payload, status, attempts, uncertain, missing, message_ids)
    select 'a' || n, 'ana', 'btc', '', '', '', n, 'json', '{}', 'pending', 0, 0, '[]', '[]'
    from generate_series(1, 20000) as n`.execute(db)
  await sql`
    insert into deliveries (alert_id, user_id, connection_id, lane, attempts, due_at, due_wait,
      in_flight, link_preview, sent_ids)
    select 'a' || n, 'ana', 'btc', ${LANE}, 0, 0, 0, 0, 1, '[]'
    from generate_series(1, 20000) as n`.execute(db)

  const readBy = (work: (trx: Transacting) => Promise<unknown>) =>
    transaction(db, async trx => {
      const before = await rowsRead(trx)
      await work(trx)
      return (await rowsRead(trx)) - before
    })
  // For each of a hundred the ones before it are read.
  expect(await readBy(trx => frontOfLane(trx, LANE))).toBeLessThan(6_000)
  const own = (trx: Transacting) => ({ db: trx, userId: 'ana' })
  const dead = { code: 'x', reason: 'x' }
  expect(await readBy(trx => failQueued(own(trx), ['eth'], dead))).toBe(0)
  expect(await readBy(trx => failQueued(own(trx), ['btc'], dead))).toBeLessThan(1_000)
})
