import { DefaultQueryExecutor, type Insertable, sql } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Database, Tables } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { insertConnection } from '#server/store/rows/connections.ts'
import { insertProfile } from '#server/store/rows/profiles.ts'
import type { ReceivingConnection } from '#server/store/rows/receiving-connections.ts'
import { readBody } from '#shared/body/read-body.ts'
import { reservingAll } from '../../../tests/support/reserving-all.ts'
import { connectionRow } from '../../../tests/support/rows.ts'
import { statementsOf } from '../../../tests/support/statements.ts'
import { openTestStore } from '../../../tests/support/test-place.ts'
import { openUnmigrated } from '../../../tests/support/unmigrated.ts'
import { KnownConnections } from './known-connections.ts'
import { type NotTaken, type Webhook, writeAlerts } from './write-alerts.ts'

const { lane: LANE } = connectionRow('btc')
const TEMPLATE = { user_id: 'ana', id: 'mine', name: 'Mía', content: 'uno' }

const refusal = (_webhook: Webhook, connection: ReceivingConnection): NotTaken | undefined =>
  connection.only_tradingview === 1 ? 'not-tradingview' : undefined

/**
 * A connection with everything needed to send its alerts, and a second handle on the database, as another process
 * has.
 */
async function setStage() {
  const store = await openTestStore()
  const { db } = store
  const other = openUnmigrated(store.place)
  const execute = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery')
  onTestFinished(async () => {
    execute.mockRestore()
    await other.destroy()
    await store[Symbol.asyncDispose]()
  })
  const ana = { db, userId: 'ana' }
  await insertConnection(ana, { ...connectionRow('btc'), template_id: 'mine' })
  await insertProfile(ana, 'Europe/Madrid')
  await db
    .insertInto('message_templates')
    .values({ ...TEMPLATE, version: 1, created_at: 0 })
    .execute()
  await db
    .insertInto('addresses')
    .values({ id: 'further', connection_id: 'btc', created_at: 0, retired: 0 })
    .execute()
  const known = new KnownConnections(db)
  const { offered, events, freeLanes } = reservingAll()
  /**
   * @returns the result and row of an alert, the last lanes offered for reservation, and the statements of each
   *   question
   */
  async function write(addressId: string, over: Partial<Webhook> = {}) {
    const body = readBody('{"symbol":"BTC"}')
    if (!body) throw new Error('it is empty')
    const alertId = crypto.randomUUID()
    const made = { alertId, addressId, body, receivedAt: 0, receivedFrom: '', isResend: false }
    await known.lookUp(addressId)
    execute.mockClear()
    offered.length = 0
    const [written] = await transaction(db, trx =>
      writeAlerts(trx, [{ ...made, ...over }], { known, refusal, freeLanes }),
    )
    const questions = execute.mock.calls.map(([query]) => statementsOf(query))
    const alert = await db
      .selectFrom('alerts')
      .selectAll()
      .where('id', '=', alertId)
      .executeTakeFirst()
    return { alertId, written, alert, offered: offered.at(-1), questions }
  }
  /** Empties the queue, as if everything was sent. */
  const emptyQueue = () => db.deleteFrom('deliveries').execute()
  return { db, other, write, events, emptyQueue }
}

let stage: Awaited<ReturnType<typeof setStage>>

beforeEach(async () => {
  stage = await setStage()
})

it('runs one query for an alert of a cached connection', async () => {
  const { db, write, emptyQueue } = stage
  expect((await write('btc')).questions.length).toBeGreaterThan(1)
  await emptyQueue()
  const { alertId, written, questions } = await write('btc')
  expect(questions).toHaveLength(1)
  expect(written).toMatchObject({ connectionId: 'btc', isBegun: true })
  const stored = await db.selectFrom('deliveries').select(['alert_id', 'in_flight']).execute()
  expect(stored).toEqual([{ alert_id: alertId, in_flight: 1 }])
})

type Noticed = {
  what: string
  change: (other: Database) => Promise<unknown>
  sees: object
}

const update = <Table extends keyof Tables>(
  other: Database,
  table: Table,
  change: Partial<Insertable<Tables[Table]>>,
) => {
  const changed = Object.entries(change).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  return sql`update ${sql.table(table)} set ${sql.join(changed)}`.execute(other)
}

it.each<Noticed>([
  {
    what: 'a connection that was renamed',
    change: other => update(other, 'connections', { name: 'Bitcoin' }),
    sees: { alert: { connection_name: 'Bitcoin' } },
  },
  {
    what: 'a connection that was switched off',
    change: other => update(other, 'connections', { is_active: 0 }),
    sees: { alert: { error_code: 'inactive' }, offered: [] },
  },
  {
    what: 'a connection that was moved to another chat',
    change: other => update(other, 'connections', { lane: 'ana:7:8' }),
    sees: { offered: [{ lane: 'ana:7:8' }] },
  },
  {
    what: 'a connection that was deleted',
    change: other => other.deleteFrom('connections').execute(),
    sees: { written: 'unknown' },
  },
  {
    what: 'an address that was retired',
    change: other => update(other, 'addresses', { retired: 1 }),
    sees: { written: 'unknown' },
  },
  {
    what: 'a configuration',
    change: other =>
      other
        .insertInto('tv_alert_configs')
        .values({
          id: 'config',
          user_id: 'ana',
          name: 'Cruce de BTC',
          connection_id: 'btc',
          template_fields: '{"symbol":"BTC"}',
          condition_notes: '',
          frequency_notes: '',
          version: 1,
          created_at: 0,
        })
        .execute(),
    sees: { alert: { name: 'Cruce de BTC' } },
  },
  {
    what: 'a template that was changed',
    change: other => update(other, 'message_templates', { content: 'dos' }),
    sees: { offered: [{ template: 'dos' }] },
  },
  {
    what: 'a template that was deleted',
    change: other => other.deleteFrom('message_templates').execute(),
    sees: { offered: [{ template: null }] },
  },
  {
    what: 'another time zone',
    change: other => update(other, 'profiles', { time_zone: 'America/Bogota' }),
    sees: { offered: [{ time_zone: 'America/Bogota' }] },
  },
  {
    what: 'an account that takes webhooks of TradingView alone',
    change: other => update(other, 'profiles', { only_tradingview: 1 }),
    sees: { written: 'not-tradingview' },
  },
  {
    what: 'a pause',
    change: other =>
      other
        .insertInto('pauses')
        .values({ user_id: 'ana', lane: LANE, since: 0, ended_at: null })
        .execute(),
    sees: { written: { isBegun: false }, offered: [] },
  },
  {
    what: 'a flood wait of the chat',
    change: other =>
      other
        .insertInto('lanes')
        .values({ lane: LANE, user_id: 'ana', waits_until: 9, wait: 9 })
        .execute(),
    sees: { offered: [{ lane_waits_until: 9 }] },
  },
  {
    what: 'a flood wait of the bot',
    change: other =>
      other.insertInto('bots').values({ bot_id: '1', waits_until: 9, wait: 9 }).execute(),
    sees: { offered: [{ bot_waits_until: 9 }] },
  },
])('notices with the next alert $what, also by another process', async ({ change, sees }) => {
  const { other, write, emptyQueue } = stage
  await write('further')
  await emptyQueue()
  await change(other)
  expect(await write('further')).toMatchObject(sees)
  await emptyQueue()
  expect(await write('further')).toMatchObject(sees)
})

describe('the line version', () => {
  it('has triggers on each cached table', async () => {
    const { db, write } = stage
    const { questions } = await write('further')
    const reads = questions.flat().filter(statement => statement.startsWith('select'))
    const tables = new Set(
      reads
        .join('\n')
        .matchAll(/\b(?:from|join) "?(\w+)"?/g)
        .map(([, table]) => table),
    )
    const triggers = await sql<{ tbl_name: string }>`
      select tbl_name from sqlite_schema where type = 'trigger' and name like '%_line'`.execute(db)
    // The lanes and the version itself are read whenever an alert is stored.
    const others = ['deliveries', 'json_each', 'line_version']
    expect(triggers.rows.map(({ tbl_name }) => tbl_name).toSorted()).toEqual(
      [...tables.difference(new Set(others))].flatMap(table => [table, table, table]).toSorted(),
    )
  })

  it('changes when a row is inserted, updated or deleted', async () => {
    const { db, other } = stage
    const versions = [await readVersion(db)]
    for (const change of [
      other.insertInto('bots').values({ bot_id: '1', waits_until: 9, wait: 9 }),
      other.updateTable('bots').set({ wait: 8 }),
      other.deleteFrom('bots'),
    ]) {
      await change.execute()
      versions.push(await readVersion(db))
    }
    expect(new Set(versions).size).toBe(4)
  })
})

const readVersion = async (db: Database) =>
  (await db.selectFrom('line_version').select('version').executeTakeFirstOrThrow()).version

it('stores an alert as waiting if its lane is taken, and releases the reservation', async () => {
  const { db, write, events, emptyQueue } = stage
  await write('btc')
  expect(await write('btc')).toMatchObject({ written: { isBegun: false } })
  expect(events).toEqual(['reserved btc', 'reserved btc', 'released btc'])
  const stored = await db.selectFrom('deliveries').select('in_flight').orderBy('seq').execute()
  expect(stored).toEqual([{ in_flight: 1 }, { in_flight: 0 }])
  await emptyQueue()
  const { written, questions } = await write('btc')
  expect(written).toMatchObject({ isBegun: true })
  expect(questions).toHaveLength(1)
})

it('stores a resent alert once', async () => {
  const { db, write, emptyQueue } = stage
  const { alertId } = await write('btc')
  await emptyQueue()
  expect(await write('btc', { alertId, isResend: true })).toMatchObject({ written: { alertId } })
  expect(await db.selectFrom('alerts').select('id').execute()).toEqual([{ id: alertId }])
  expect(await db.selectFrom('deliveries').select('seq').execute()).toEqual([])
})

it('logs each repair', async () => {
  const { db, write, emptyQueue } = stage
  await write('btc')
  for (const _ of [1, 2]) {
    await emptyQueue()
    const body = readBody('{"symbol":"BTC",}')
    if (!body?.broke) throw new Error('it was to be repaired')
    await write('btc', { body })
  }
  const logs = await db.selectFrom('error_logs').select(['source', 'count']).execute()
  expect(logs).toEqual([{ source: 'webhook', count: 2 }])
})
