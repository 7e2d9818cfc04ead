import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { executeFor } from '#server/store/engine/dialect.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { insertDeliveries } from '#server/store/queue/deliveries.ts'
import { insertAlerts, type NewAlert } from '#server/store/rows/alerts.ts'
import { insertConnection } from '#server/store/rows/connections.ts'
import { foldText } from '#shared/format.ts'
import { type AlertSort, alertSorts } from '#shared/list-choices.ts'
import { type AlertQuery, alertQuerySchema } from '#shared/model/alert.ts'
import { numbersTo } from '../../../../tests/support/numbers.ts'
import { alertRow, connectionRow } from '../../../../tests/support/rows.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { criteriaOf } from './alert-criteria.ts'
import { walkAlerts } from './alert-export.ts'
import { findSelected } from './alert-selection.ts'
import { BUCKET_MS } from './count-triggers.ts'
import { listAlerts } from './history-page.ts'
import { rollUpCounts } from './roll-up.ts'

/** More than `READ_AT_ONCE`, so that the index is used. */
const ALERTS = 2_600
const CONNECTIONS = ['Ñandú', 'nube', 'Zeta', 'ábaco']
const NAMES = ['Cruce alcista', 'cruce bajista', 'Ruptura', 'Éxito', 'RSI > 70']
const STATUSES = ['success', 'success', 'success', 'failed', 'pending'] as const
const BEGIN = 1_750_000_000_000

let store: Awaited<ReturnType<typeof openTestStore>>
let all: NewAlert[]

beforeAll(async () => {
  store = await openTestStore()
  for (const name of CONNECTIONS)
    await insertConnection({ db: store.db, userId: 'ana' }, { ...connectionRow(name), name })
  const random = randomNumbers(7)
  const oneOf = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T
  let time = BEGIN
  all = Array.from({ length: ALERTS }, (_, nth) => {
    // Some arrive together, others after hours of silence.
    if (random() < 0.7) time += Math.floor(random() ** 4 * 3 * BUCKET_MS)
    const connection = oneOf(CONNECTIONS)
    return alertRow({
      id: `alert-${String(nth).padStart(6, '0')}`,
      user_id: 'ana',
      connection_id: connection,
      connection_name: connection,
      name: oneOf(NAMES),
      received_at: time,
      payload: JSON.stringify({
        price: `${nth}.50`,
        nota: nth % 400 === 7 ? 'Rarísimo*' : 'usual',
      }),
      status: oneOf(STATUSES),
    })
  })
  // Half of the counts are rolled up, the others stay noted.
  for (let from = 0; from < ALERTS; from += ALERTS / 8) {
    if (from === ALERTS / 2) while (await rollUpCounts(store.db));
    await receive(all.slice(from, from + ALERTS / 8))
  }
  const foreign = alertRow({
    user_id: 'eva',
    connection_id: 'x',
    name: 'Rarísimo',
    received_at: BEGIN,
  })
  await receive([foreign])
  await store.search.finish()
  // A PostgreSQL server does this by itself within a minute.
  await executeFor(store.db, { sqlite: [], postgres: [sql`analyze`] })
})
afterAll(() => store[Symbol.asyncDispose]())

const receive = (alerts: readonly NewAlert[]) =>
  transaction(store.db, async trx => {
    await insertAlerts(trx, alerts)
    await insertDeliveries(
      trx,
      alerts
        .filter(({ status }) => status === 'pending')
        .map(({ id, user_id, connection_id }) => ({
          alertId: id,
          userId: user_id,
          connectionId: connection_id,
          lane: connection_id,
        })),
    )
  })

const ana = () => ({ db: store.search.reader, userId: 'ana' })

const list = (query: Partial<AlertQuery>) =>
  listAlerts(ana(), alertQuerySchema.parse(query), isoAt(2))

const isoAt = (part: number) => {
  const [first, last] = [all[0], all.at(-1)]
  const [from, to] = [first?.received_at ?? 0, last?.received_at ?? 0]
  return new Date(from + Math.floor((to - from) * part)).toISOString()
}

const filters: Record<string, () => Partial<AlertQuery>> = {
  everything: () => ({}),
  'one status': () => ({ status: 'pending' }),
  'one connection': () => ({ connectionId: 'nube' }),
  'a failed one of a connection': () => ({ connectionId: 'Zeta', status: 'failed' }),
  'a window of time': () => ({ from: isoAt(0.21), to: isoAt(0.83) }),
  'what came before': () => ({ to: isoAt(0.4) }),
  'what came since': () => ({ from: isoAt(0.6), status: 'success' }),
  'a moment': () => ({ from: isoAt(0.5), to: isoAt(0.5001) }),
  nothing: () => ({ from: isoAt(1.5) }),
  'an uncommon word': () => ({ search: 'RARISIMO*' }),
  'a common word': () => ({ search: 'usual' }),
  'a common word of one status': () => ({ search: 'usual', status: 'failed' }),
  'the name of a connection': () => ({ search: 'abaco', from: isoAt(0.3) }),
  'two letters': () => ({ search: '>' }),
  'a word that nothing has': () => ({ search: 'xyzzy' }),
}

const sorts = ['timestamp-desc', 'alertName-asc', 'connectionName-desc'] as const

describe.each(Object.entries(filters))('a list of %s', (name, filterOf) => {
  it.each(name === 'everything' ? alertSorts : sorts)('is paged in order by %s', async sort => {
    const filter = filterOf()
    const expected = found(filter, sort).map(alert => alert.id)
    const last = Math.max(1, Math.ceil(expected.length / 100))
    for (const page of new Set([1, Math.ceil(last / 2), last + 1])) {
      const { rows, total, more } = await list({ ...filter, sort, page, pageSize: 100 })
      expect({ total, more }).toEqual({ total: expected.length, more: false })
      expect(rows.map(row => row.id)).toEqual(expected.slice((page - 1) * 100, page * 100))
    }
  })
})

it.each(Object.entries(filters))('walks through %s, newest first', async (_, filterOf) => {
  const filter = filterOf()
  const walked: string[] = []
  for await (const { id } of walkAlerts(ana(), criteriaOf(filter))) walked.push(id)
  expect(walked).toEqual(found(filter, 'timestamp-desc').map(alert => alert.id))
})

it.each(['one status', 'a common word', 'everything'])(
  'selects %s 500 at a time, oldest first',
  async name => {
    const filter = filters[name]?.() ?? {}
    const expected = found(filter, 'timestamp-asc')
    const { ids, left } = await findSelected(ana(), { filter, before: isoAt(2) })
    expect(ids).toEqual(expected.slice(0, 500).map(alert => alert.id))
    expect(left).toBe(Math.max(0, expected.length - 500))
  },
)

/** Reference implementation: filters and sorts in memory. */
function found(filter: Partial<AlertQuery>, sort: AlertSort): NewAlert[] {
  const { search, connectionId, status, from, to } = filter
  const text = foldText(search ?? '')
  const matches = all.filter(
    alert =>
      (!connectionId || alert.connection_id === connectionId) &&
      (!status || alert.status === status) &&
      (!from || alert.received_at >= Date.parse(from)) &&
      (!to || alert.received_at < Date.parse(to)) &&
      foldText(`${alert.name}\n${alert.connection_name}\n${alert.payload}`).includes(text),
  )
  const [by, direction] = sort.split('-')
  const sign = direction === 'asc' ? 1 : -1
  const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)
  const byTime = (a: NewAlert, b: NewAlert) => a.received_at - b.received_at || compare(a.id, b.id)
  const keyOf = (alert: NewAlert) =>
    foldText(by === 'alertName' ? alert.name : alert.connection_name)
  return matches.sort((a, b) =>
    by === 'timestamp' ? sign * byTime(a, b) : sign * compare(keyOf(a), keyOf(b)) || byTime(b, a),
  )
}

it('finds a changed alert by its new text, and lists no deleted one', async () => {
  const [first] = all
  const id = first?.id ?? ''
  await store.db
    .updateTable('alerts')
    .set({
      status: first?.status === 'failed' ? 'success' : 'failed',
      message_text: 'Un mensaje insólito',
    })
    .where('id', '=', id)
    .execute()
  await store.search.catchUp()
  expect(await list({ search: 'insolito' })).toMatchObject({ total: 1, rows: [{ id }] })

  const byName = async () => (await list({ sort: 'alertName-asc', pageSize: 100 })).rows.length
  const named = found({}, 'alertName-asc').slice(0, 100)
  await store.db
    .deleteFrom('alerts')
    .where('id', 'in', [id, ...named.map(alert => alert.id)])
    .execute()
  expect(await list({ search: 'insolito' })).toMatchObject({ total: 0, rows: [] })
  expect(await byName()).toBe(100)
  await store.search.catchUp()
  const texts = store.search.reader
    .selectFrom('search_texts')
    .select('seq')
    .where('alert_id', '=', id)
  expect(await texts.execute()).toEqual([])
})

it('sorts and searches the newest 10,000, and says that there are more', async () => {
  for (const numbers of numbersTo(10_001))
    await sql`
      insert into alerts (id, user_id, connection_id, connection_name, name, summary, received_at,
        reading, payload, status, attempts, uncertain, missing, message_ids)
      ${numbers}
      select 'many-' || n, 'many', 'c', 'C', case when n = 1 then 'Aa' else 'b ' || (n % 7) end, '',
        ${sql.lit(BEGIN)} + n, 'json', '{}', 'success', 1, 0, '[]', '[]' from numbers`.execute(
      store.db,
    )
  const many = { ...ana(), userId: 'many' }
  const query = alertQuerySchema.parse({ sort: 'alertName-asc', pageSize: 10 })
  const page = await listAlerts(many, query, isoAt(9))
  expect(page).toMatchObject({ total: 10_000, more: true })
  // The first name belongs to the oldest alert, which is left out.
  expect(page.rows.map(({ name }) => name)).toEqual(Array(10).fill('b 0'))
  const beyond = await listAlerts(many, { ...query, page: 1_002 }, isoAt(9))
  expect(beyond).toEqual({ rows: [], total: 10_000, more: true })
  const within = { ...query, to: new Date(BEGIN + 500).toISOString() }
  const rows = await listAlerts(many, within, isoAt(9))
  expect(rows).toMatchObject({ total: 499, more: false })
  expect(rows.rows[0]?.name).toBe('Aa')

  // Neither finds beyond the newest 10,000, so that a selection has nothing that the list does not show.
  await store.search.finish()
  for (const search of ['aa', 'b ']) {
    const sort = 'timestamp-asc'
    const listed = await listAlerts(many, { ...query, search, sort }, isoAt(9))
    const { ids } = await findSelected(many, { filter: { search }, before: isoAt(9) })
    expect(listed).toMatchObject({ total: search === 'aa' ? 0 : 10_000, more: true })
    expect(listed.rows.map(({ id }) => id)).toEqual(ids.slice(0, 10))
  }
})

/** Deterministic pseudo-random numbers from 0 to 1. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
