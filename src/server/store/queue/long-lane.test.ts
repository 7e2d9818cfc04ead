// @module-tag extended
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseType, forDatabase } from '#server/store/engine/dialect.ts'
import type { Transacting } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { insertConnection } from '#server/store/rows/connections.ts'
import { fillLongLane, fillQueue, LONG_LANE } from '../../../../tests/support/long-lane.ts'
import { connectionRow, frontOfLane } from '../../../../tests/support/rows.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { readFronts, waitingSince } from './deliveries.ts'
import { failQueued, failQueuedUpTo } from './fail-queued.ts'
import { followConnection, moveFrontOfLane } from './move-deliveries.ts'
import { lanesOverdue, overdueOfLane } from './overdue.ts'
import { pausedAmong } from './pauses.ts'
import { queuedLanes, tokenOfLane } from './queued-lanes.ts'
import { readHeads } from './waiting-lanes.ts'

const SHORT_LANE = 'bea:1:2'

let store: Awaited<ReturnType<typeof openTestStore>>
beforeAll(async () => {
  store = await openTestStore()
  const { db } = store
  for (const [userId, id, lane] of [
    ['ana', 'btc', LONG_LANE],
    ['bea', 'eth', SHORT_LANE],
  ] as const)
    await insertConnection({ db, userId }, { ...connectionRow(id), lane })
  await fillQueue(db, 2, { lane: `'${SHORT_LANE}'`, user: "'bea'", connection: "'eth'" })
  await fillLongLane(db)
  // Small cache: each page that is accessed is read from the file.
  if (databaseType(db) === 'sqlite') await sql`pragma cache_size = 10`.execute(db)
})
afterAll(() => store[Symbol.asyncDispose]())

type Work = (trx: Transacting, at: { lane: string; userId: string; id: string }) => Promise<unknown>

/** Limits of the reads for one alert, for a message of a hundred, and for a batch of 500. */
const MOST = {
  one: { sqlite: 20, postgres: 20 },
  // For each of a hundred deliveries, the earlier ones are looked up.
  message: { sqlite: 1_500, postgres: 6_000 },
  batch: { sqlite: 4_500, postgres: 1_500 },
}

const works: Record<string, [keyof typeof MOST, Work]> = {
  'its head': ['one', (trx, { lane }) => readFronts(trx, [{ lane, most: 1 }])],
  'what may share a message': ['message', (trx, { lane }) => frontOfLane(trx, lane)],
  'the token of its bot': ['one', (trx, { lane }) => tokenOfLane(trx, lane)],
  'that something waits': ['one', trx => queuedLanes(trx).next()],
  'since when it waits': ['one', (trx, { userId }) => waitingSince({ db: trx, userId }, undefined)],
  'whether it waits for too long': ['one', (trx, { lane }) => lanesOverdue(trx, [lane], 1_000_000)],
  'what waits for too long': [
    'batch',
    (trx, { lane }) => overdueOfLane(trx, lane, { before: 1_000_000, withSending: true }),
  ],
  'whether it is paused': ['one', (trx, { lane }) => pausedAmong(trx, [lane])],
  'why it waits, for its owner': ['one', (trx, { userId }) => readHeads({ db: trx, userId }, [1])],
  'what is dropped of it': [
    'batch',
    (trx, { userId, id }) =>
      failQueuedUpTo({ db: trx, userId }, [{ id, last_seq: 100_000 }], { code: 'x', reason: 'x' }),
  ],
  'what fails with its chat': [
    'batch',
    (trx, { userId, id }) => failQueued({ db: trx, userId }, [id], { code: 'x', reason: 'x' }),
  ],
  'what moves with its chat': ['batch', (trx, { lane }) => moveFrontOfLane(trx, lane, `${lane}0`)],
  'what does not follow its connection': [
    'one',
    (trx, { userId, id }) => followConnection({ db: trx, userId }, id, 1),
  ],
}

it.each(Object.entries(works))(
  'reads hardly more from a lane of 200,000 than from a lane of 2: %s',
  async (_what, [size, work]) => {
    const short = await readBy(work, { lane: SHORT_LANE, userId: 'bea', id: 'eth' })
    const long = await readBy(work, { lane: LONG_LANE, userId: 'ana', id: 'btc' })
    expect(long - short).toBeLessThan(forDatabase(store.db, MOST[size]))
  },
)

/** Counts rows read by PostgreSQL, or pages read by SQLite, and rolls the work back. */
async function readBy(...[work, at]: [Work, Parameters<Work>[1]]): Promise<number> {
  let read = 0
  await transaction(store.db, async trx => {
    const before = await readSoFar(trx)
    await work(trx, at)
    read = (await readSoFar(trx)) - before
    throw new RolledBack()
  }).catch(error => {
    if (!(error instanceof RolledBack)) throw error
  })
  return read
}

class RolledBack extends Error {}

async function readSoFar(trx: Transacting): Promise<number> {
  if (databaseType(trx) === 'sqlite') {
    const [, characters] = readFileSync('/proc/self/io', 'utf8').match(/rchar: (\d+)/) ?? []
    return Number(characters) / 4_096
  }
  const { rows } = await sql<{ read: number }>`
    select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as read
    from pg_stat_xact_user_tables where relname in ('deliveries', 'alerts')`.execute(trx)
  return rows[0]?.read ?? 0
}
