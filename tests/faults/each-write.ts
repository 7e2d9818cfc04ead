import { deepEqual, equal, ok } from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inChunks } from '#server/store/engine/batches.ts'
import type { Database } from '#server/store/engine/schema.ts'
import type { Store } from '#server/store/open-store.ts'
import type { ChildServer } from '../support/child-server.ts'
import { startPostgres } from '../support/postgres.ts'
import { PACE } from '../support/test-app.ts'
import { emptyFolder, type TestPlace } from '../support/test-place.ts'
import { until } from '../support/until.ts'
import { checkPromise } from './support/check-promise.ts'
import type { Fault, Kept } from './support/fault.ts'
import type { Line } from './support/line.ts'
import { revive } from './support/revive.ts'
import { persistently, type Scene, scenes } from './support/scenes.ts'
import { setStage } from './support/stage.ts'
import { asChild } from './support/start-server.ts'

/** A kill right before or right after the `n`-th write that is committed in a scene. */
type Order = { n: number; when: 'before' | 'after' }

const PRELOAD = join(import.meta.dirname, 'support/killed-by-count.ts')

export const eachWriteFaults: readonly Fault[] = [
  {
    name: 'killed before and after each write',
    run: async pace => strikeEach(await emptyFolder(), ordersFor(pace, 0)),
  },
  {
    name: 'killed before and after each write to PostgreSQL',
    async run(pace) {
      await using postgres = await startPostgres({ fsync: false })
      const place = { databaseUrl: await postgres.createDatabase() }
      const there = { place, async [Symbol.asyncDispose]() {} }
      return await strikeEach(there, ordersFor(pace, 1))
    },
  },
]

/** Orders for a scene, followed in turn until one of them ends without a kill. */
type OrdersOf = (scene: number) => Iterable<Order>

/** At pace 1 every write of every scene; otherwise one write of every second scene, starting with `first`. */
const ordersFor =
  (pace: number, first: 0 | 1): OrdersOf =>
  scene => {
    if (pace === 1) return everyOrder()
    return scene % 2 === first
      ? [{ n: 1 + (scene % 5), when: scene % 4 < 2 ? 'after' : 'before' }]
      : []
  }

function* everyOrder(): Generator<Order> {
  for (let n = 1; ; n += 1) {
    yield { n, when: 'before' }
    yield { n, when: 'after' }
  }
}

async function strikeEach(place: TestPlace, ordersOf: OrdersOf): Promise<Kept> {
  await using struck = await setStruckStage(place)
  const all = { acknowledged: 0, arrived: 0, failed: 0, repeats: 0 }
  let [tries, kills] = [0, 0]
  for (const [index, scene] of scenes.entries())
    for (const order of ordersOf(index)) {
      const { kept, wasKilled } = await struck.play(scene, order)
      for (const figure of ['acknowledged', 'arrived', 'failed', 'repeats'] as const)
        all[figure] += kept[figure]
      tries += 1
      if (!wasKilled) break
      kills += 1
    }
  ok(kills > tries / 2, `of ${tries} only ${kills} were killed`)
  return all
}

async function setStruckStage(place: TestPlace) {
  await using opened = new AsyncDisposableStack()
  const orders = await mkdtemp(join(tmpdir(), 'pregonero-orders-'))
  opened.defer(() => rm(orders, { recursive: true }))
  const start = asChild(PACE)
  const stage = opened.use(
    await setStage<ChildServer>(
      env =>
        start({
          ...env,
          DELIVERY_OUTAGE_WINDOW: '1s',
          NODE_OPTIONS: `--import=${PRELOAD}`,
          COMMITS: orders,
        }),
      place,
    ),
  )
  // The index is complete, as on a server that has run for a while: both programs would build it anew.
  await stage.beside((_, { search }) => search.finish())
  let tries = 0

  async function play(scene: Scene, order: Order) {
    const seen = { messages: stage.botApi.messages.length, requests: stage.botApi.requests.length }
    const { lines, play } = await scene.set(stage)
    tries += 1
    const name = String(tries)
    await mkdir(join(orders, name))
    await writeFile(join(orders, 'order'), JSON.stringify({ name, ...order }))
    const { pid } = stage.server
    {
      await using _revived = revive(stage)
      await play()
      await until('nothing waits any more', async () => {
        const { alerts } = stage.trader.api
        return (await persistently(() => alerts.list({ status: 'pending' })))?.total === 0
      })
      await rm(join(orders, 'order'))
    }
    const wasKilled = (await readdir(join(orders, name))).length >= order.n
    equal(stage.server.pid !== pid, wasKilled, 'it was killed as ordered')
    const kept = await stage.beside(async (db, store) => {
      await assertConsistent(store)
      const failures = await readFailures(db, lines)
      const known = scene.mayGo ? await withoutGone(db, lines) : lines
      return checkPromise(
        {
          lines: known,
          messages: stage.botApi.messages.slice(seen.messages),
          requests: stage.botApi.requests.slice(seen.requests),
          failures,
        },
        { failing: scene.mayFail ? namesOf(known, failures) : [], kills: wasKilled ? 1 : 0 },
      )
    })
    return { kept, wasKilled }
  }

  const held = opened.move()
  return {
    async play(scene: Scene, order: Order) {
      try {
        return await play(scene, order)
      } catch (error) {
        throw new Error(`${scene.name}, ${order.when} write ${order.n}: ${error}`, { cause: error })
      }
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

const idsOf = (lines: readonly Line[]) =>
  lines.flatMap(({ acknowledged }) => acknowledged.map(({ alertId }) => alertId))

async function readFailures(db: Database, lines: readonly Line[]) {
  const failures = new Map<string, { reason: string | null }>()
  for (const ids of inChunks(idsOf(lines)))
    for (const { id, reason } of await db
      .selectFrom('alerts')
      .select(['id', 'error_reason as reason'])
      .where('id', 'in', ids)
      .where('status', '=', 'failed')
      .execute())
      failures.set(id, { reason })
  return failures
}

const namesOf = (
  lines: readonly Pick<Line, 'acknowledged'>[],
  failures: ReadonlyMap<string, unknown>,
) =>
  lines
    .flatMap(({ acknowledged }) => acknowledged)
    .filter(({ alertId }) => failures.has(alertId))
    .map(({ alert }) => alert)

async function withoutGone(db: Database, lines: readonly Line[]) {
  const rows = await db.selectFrom('alerts').select('id').where('id', 'in', idsOf(lines)).execute()
  const there = new Set(rows.map(({ id }) => id))
  return lines.map(({ name, acknowledged }) => ({
    name,
    acknowledged: acknowledged.filter(({ alertId }) => there.has(alertId)),
  }))
}

/** Checks an idle store: no delivery or tombstone is left, and counts and search match the alerts. */
async function assertConsistent({ db, search }: Store): Promise<void> {
  await search.finish()
  const count = async (table: string, where = 'true') => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from ${sql.table(table)} where ${sql.raw(where)}`.execute(search.reader)
    return rows[0]?.n
  }
  deepEqual([await count('deliveries'), await count('tombstones')], [0, 0], 'something is left')
  const { rows } = await sql`
    select coalesce(sum(total), 0) as total, coalesce(sum(successful), 0) as successful,
      coalesce(sum(failed + inactive), 0) as failed
    from (select total, successful, failed, inactive from connection_counts union all
      select total, successful, failed, inactive from count_changes) as counts`.execute(db)
  const there = {
    total: await count('alerts'),
    successful: await count('alerts', "status = 'success'"),
    failed: await count('alerts', "status = 'failed'"),
  }
  deepEqual(JSON.parse(JSON.stringify(rows[0], numbers)), there, 'counts and rows differ')
  const text = 'select 1 from search_texts where search_texts.alert_id = alerts.id'
  const alert = 'select 1 from alerts where alerts.id = search_texts.alert_id'
  deepEqual(
    [
      await count('alerts', `not exists (${text})`),
      await count('search_texts', `not exists (${alert})`),
    ],
    [0, 0],
    'the search and the rows differ',
  )
}

/** PostgreSQL returns sums as text. */
const numbers = (_key: string, value: unknown) =>
  typeof value === 'string' ? Number(value) : value
