import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createLog } from '#server/base/log.ts'
import { createDelays } from '#server/deliver/delays.ts'
import { LeasedAssignment } from '#server/deliver/workers/leased-assignment.ts'
import { checkDatabase } from '#server/diagnose/database.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { openStore, type StorePlace } from '#server/store/open-store.ts'
import { listWorkers, registerWorker } from '#server/store/queue/workers.ts'
import { openTestStore } from '../support/test-place.ts'

const HOUR_MS = 3_600_000
/** Slower than in other tests: a busy machine delays heartbeats, and leases have to outlast that. */
const delays = createDelays(4)

it('drops dead workers and keeps living ones when the clock of PostgreSQL is set', async () => {
  const { db, setClock } = await openWithClock()
  const onLost = vi.fn()
  for (let n = 0; n < 2; n += 1) {
    const assignment = new LeasedAssignment(db, { delays, log: createLog({ level: 'silent' }) })
    await assignment.start({ onLost, onWorkersChanged() {}, async onHandOver() {} })
    onTestFinished(() => assignment.stop())
  }
  const living = await listWorkers(db)
  for (const by of [-HOUR_MS, 0]) {
    await registerWorker(db, `dead before ${by}`, delays.lease)
    await setClock(by)
    await expect.poll(() => listWorkers(db)).toEqual(living)
  }
  expect(onLost).not.toHaveBeenCalled()
})

it('says in the diagnosis that the clock of PostgreSQL is ahead or behind', async () => {
  const { place, setClock } = await openWithClock()
  for (const [by, detail] of [
    [HOUR_MS, /^Va 3[56]\d\d s adelantado respecto al de esta máquina/],
    [-HOUR_MS, /^Va 3[56]\d\d s atrasado respecto al de esta máquina/],
  ] as const) {
    await setClock(by)
    expect(await checkDatabase(place, undefined)).toContainEqual(
      expect.objectContaining({ state: 'wrong', detail: expect.stringMatching(detail) }),
    )
  }
})

/** A store whose connections use a clock that the test can set. */
async function openWithClock(): Promise<{
  db: Database
  place: StorePlace
  setClock: (by: number) => Promise<void>
}> {
  const { place, db: own, ...rest } = await openTestStore()
  onTestFinished(() => rest[Symbol.asyncDispose]())
  await sql`create table clock_set (by bigint)`.execute(own)
  await sql`insert into clock_set values (0)`.execute(own)
  await sql`create function clock_timestamp() returns timestamptz language sql volatile as
    'select pg_catalog.clock_timestamp() + (select by from clock_set) * interval ''1 ms'''`.execute(
    own,
  )
  const name = new URL('databaseUrl' in place ? place.databaseUrl : '').pathname.slice(1)
  await sql`alter database ${sql.ref(name)} set search_path = public, pg_catalog`.execute(own)
  const store = await openStore(place)
  onTestFinished(() => store[Symbol.asyncDispose]())
  return {
    db: store.db,
    place,
    setClock: async by =>
      void (await sql`update clock_set set by = ${sql.lit(by)}`.execute(store.db)),
  }
}
