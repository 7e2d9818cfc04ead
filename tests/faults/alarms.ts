import { equal, ok } from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayNumber } from '#server/base/account-days.ts'
import { newShortId } from '#server/base/ids.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { learn } from '#shared/watch/learn.ts'
import { emptyRhythm } from '#shared/watch/rhythm.ts'
import type { ChildServer } from '../support/child-server.ts'
import { hourly } from '../support/past-firings.ts'
import { startPostgres } from '../support/postgres.ts'
import { PACE } from '../support/test-app.ts'
import { emptyFolder, type TestPlace } from '../support/test-place.ts'
import { until } from '../support/until.ts'
import { postAlert } from '../support/webhook.ts'
import type { Fault, Kept } from './support/fault.ts'
import { revive } from './support/revive.ts'
import { persistently } from './support/scenes.ts'
import { type Stage, setStage } from './support/stage.ts'
import { asChild } from './support/start-server.ts'

type Order = { n: number; when: 'before' | 'after' }

const PRELOAD = join(import.meta.dirname, 'support/killed-by-count.ts')

/** One alarm is sent at the fall and one at the return, whenever the server is killed. */
export const alarmFaults: readonly Fault[] = [
  {
    name: 'killed before and after each write of an alarm',
    run: async pace => strikeEach(await emptyFolder(), ordersFor(pace, [2, 4])),
  },
  {
    name: 'killed before and after each write of an alarm to PostgreSQL',
    async run(pace) {
      await using postgres = await startPostgres({ fsync: false })
      const place = { databaseUrl: await postgres.createDatabase() }
      const there = { place, async [Symbol.asyncDispose]() {} }
      return await strikeEach(there, ordersFor(pace, [1, 3]))
    },
  },
]

/** At pace 1 all writes, until a run ends without a kill; otherwise the writes in `some`. */
function* ordersFor(pace: number, some: readonly number[]): Generator<Order> {
  for (let n = 1; pace === 1 || n <= Math.max(...some); n += 1)
    for (const when of ['before', 'after'] as const)
      if (pace === 1 || some.includes(n)) yield { n, when }
}

async function strikeEach(place: TestPlace, orders: Iterable<Order>): Promise<Kept> {
  const folder = await mkdtemp(join(tmpdir(), 'pregonero-orders-'))
  await using opened = new AsyncDisposableStack()
  opened.defer(() => rm(folder, { recursive: true }))
  const start = asChild(PACE)
  const env = { NODE_OPTIONS: `--import=${PRELOAD}`, COMMITS: folder }
  const stage = opened.use(await setStage<ChildServer>(given => start({ ...given, ...env }), place))
  const all = { acknowledged: 0, arrived: 0, failed: 0, repeats: 0 }
  let kills = 0
  for (const order of orders) {
    const { repeats, wasKilled } = await play(stage, folder, order).catch(error => {
      throw new Error(`${order.when} write ${order.n}: ${error}`, { cause: error })
    })
    all.acknowledged += 2
    all.arrived += 2
    all.repeats += repeats
    if (!wasKilled) break
    kills += 1
  }
  ok(kills > 0, 'it was never killed')
  return all
}

/** A fall and a return, with one kill. */
async function play(stage: Stage<ChildServer>, folder: string, order: Order) {
  const { trader, botApi } = stage
  const name = `Ruptura ${newShortId()}`
  const line = await trader.connect(botApi, { name })
  const alarms = await trader.connect(botApi, { name: 'Avisos' })
  await trader.api.watch.updateSettings({ connectionId: alarms.id })
  const about = await stage.beside(db => insertLate(db, line.id, name))
  const { pid } = stage.server
  await mkdir(join(folder, about))
  await writeFile(join(folder, 'order'), JSON.stringify({ name: about, ...order }))
  const told = async () =>
    ((await persistently(() => trader.api.watch.alarms())) ?? []).filter(
      alarm => alarm.about === about,
    )
  {
    await using _revived = revive(stage)
    await stage.beside(db =>
      db.updateTable('watched_series').set({ judge_at: 0 }).where('id', '=', about).execute(),
    )
    await until('the fall is told', async () => (await told())[0]?.status === 'sent')
    await until(
      'it fires again',
      async () =>
        (await postAlert(line.webhookUrl, { alert_name: name }).catch(() => null))?.status === 202,
    )
    await until(
      'the return is told',
      async () => (await told()).filter(({ status }) => status === 'sent').length === 2,
    )
    await rm(join(folder, 'order'))
  }
  const wasKilled = (await readdir(join(folder, about))).length >= order.n
  equal(stage.server.pid !== pid, wasKilled, 'it was killed as ordered')
  const rows = await told()
  equal(rows.map(({ kind }) => kind).join(), 'return,fall')
  const sent = botApi.messages
    .filter(({ text }) => text.includes(`«${name}»`))
    .map(({ text }) => text)
  let repeats = 0
  for (const { kind, reason } of rows) {
    const sign = kind === 'fall' ? 'no se dispara' : 'se disparó'
    const times = sent.filter(text => text.includes(sign)).length
    // A second message is sent only if the outcome of the first is unknown, and says so.
    ok(times === 1 || (times === 2 && reason !== null && wasKilled), `${kind}: ${times} times`)
    repeats += times - 1
  }
  return { repeats, wasKilled }
}

/** A series in its longest silence so far, not judged yet. */
async function insertLate(db: Database, connectionId: string, name: string): Promise<string> {
  const { user_id } = await db
    .selectFrom('connections')
    .select('user_id')
    .where('id', '=', connectionId)
    .executeTakeFirstOrThrow()
  const id = newShortId()
  const now = Date.now()
  const firings = hourly(name, 30, now - 3 * 3_600_000).map(({ at }) => at)
  const last = firings.at(-1) ?? 0
  await db
    .insertInto('watched_series')
    .values({
      id,
      user_id,
      connection_id: connectionId,
      name,
      folded: name.replaceAll(/\d+(?:[.,]\d+)*/g, '#'),
      rhythm: JSON.stringify(learn(emptyRhythm(), firings, { timeZone: 'UTC', away: [] })),
      recent: JSON.stringify(firings.slice(-16)),
      strip: JSON.stringify({ day: dayNumber('2026-01-01'), counts: [] }),
      firings: firings.length,
      first_fired_at: firings[0] ?? 0,
      last_fired_at: last,
      state: 'late',
      state_since: last,
      limit_level: 0,
      version: 1,
    })
    .execute()
  return id
}
