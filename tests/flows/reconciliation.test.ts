import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownerTransaction } from '#server/store/engine/owner.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { insertAlerts } from '#server/store/rows/alerts.ts'
import { raiseHistoryFloor } from '#server/store/rows/deleted-alerts.ts'
import { MAX_LOG_ROWS } from '#shared/limits.ts'
import { messageKeys, namedKey, nameKey } from '#shared/reconciliation/body-keys.ts'
import { digest } from '#shared/reconciliation/digest.ts'
import {
  type LogRow,
  packRows,
  ROW_BYTES,
  ROWS_TYPE,
  unpackComparison,
} from '#shared/reconciliation/pack.ts'
import { alertRow } from '../support/rows.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { signUp, type Trader } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

const HOUR_MS = 3_600_000

let stage: TestApp
let marta: Trader
let connection: Awaited<ReturnType<Trader['connect']>>

beforeAll(async () => {
  stage = await startTestApp()
  marta = await signUp(stage)
  connection = await marta.connect(stage.botApi)
})
afterAll(() => stage[Symbol.asyncDispose]())

/** Posts an alert and backdates it: rows of the last minutes may still arrive. */
async function arrive(body: string, ago = HOUR_MS): Promise<{ id: string; at: number }> {
  const answer = await postAlert(connection.webhookUrl, body)
  const { alertId: id }: { alertId: string } = await answer.json()
  const at = Math.floor(Date.now() / 1_000) * 1_000 - ago
  await expect
    .poll(async () => (await marta.api.alerts.read({ id })).telegramDeliveryStatus)
    .toBe('success')
  await stage.app.db.updateTable('alerts').set({ received_at: at }).where('id', '=', id).execute()
  return { id, at }
}

function rowOf(message: string, at: number | null, row: Partial<LogRow> = {}): LogRow {
  const { exact, repaired, symbol } = messageKeys(message)
  const name = 'Cruce'
  return {
    at,
    exact,
    repaired,
    named: namedKey(name, symbol),
    series: digest('1'),
    name: nameKey(name),
    claim: 'sent',
    ...row,
  }
}

async function compare(rows: readonly LogRow[]) {
  return unpacked(marta, packRows(rows))
}

async function unpacked({ api }: Trader, rows: File) {
  return unpackComparison(await api.reconciliation.compare(rows))
}

const verdictsOf = async (rows: readonly LogRow[]) =>
  (await compare(rows)).rows.map(({ verdict, doubt }) => doubt ?? verdict)

it('a comparison finds alerts by body, repaired body, or name and symbol', async () => {
  const bodies = [
    '{"alert_name":"Cruce","symbol":"BTCUSDT","price":1.10}',
    'a plain text, of several lines\nand one more',
    '{"alert_name":"Cruce","symbol":"ETHUSDT","note":"says "hello" here"}',
    '{"alert_name":"Cruce","symbol":"SOLUSDT","price":3}',
  ]
  const arrived = []
  for (const body of bodies) arrived.push(await arrive(body))
  const at = arrived[0]?.at ?? 0
  const found = await compare([
    rowOf(bodies[0] ?? '', at - 2_000),
    rowOf((bodies[1] ?? '').replace('\n', '\r\n'), at),
    rowOf(`  ${bodies[2]}`, at, { claim: 'failed' }),
    rowOf('{"alert_name":"Cruce","symbol":"SOLUSDT","price":"another"}', at),
    rowOf('{"alert_name":"Cruce","symbol":"BTCUSDT","price":2}', at),
    rowOf('never came', at, { series: digest('2'), name: nameKey('Ajena') }),
    rowOf('never sent', at, { claim: 'none' }),
    rowOf('sometime', null),
  ])
  expect(found.rows.map(({ verdict, doubt }) => doubt ?? verdict)).toEqual([
    'delivered',
    'delivered',
    'failed-but-here',
    'delivered',
    'lost',
    'not-ours',
    'no-webhook',
    'no-time',
  ])
  expect(found.rows.slice(0, 4).map(({ alert }) => alert?.id)).toEqual(arrived.map(({ id }) => id))
  expect(found.unlistedTotal).toBe(0)
})

it('a comparison marks deleted alerts, and rows older than the history', async () => {
  const body = '{"alert_name":"Cruce","symbol":"ADAUSDT"}'
  const { id, at } = await arrive(body)
  expect(await verdictsOf([rowOf(body, at)])).toEqual(['delivered'])
  await marta.api.alerts.deleteMany({ ids: [id] })
  expect(await verdictsOf([rowOf(body, at)])).toEqual(['deleted'])
  expect(await verdictsOf([rowOf(body, at), rowOf(body, at)])).toEqual(['deleted', 'lost'])
  const { db } = stage.app
  const { user_id: userId } = await db
    .selectFrom('deleted_alerts')
    .select('user_id')
    .executeTakeFirstOrThrow()
  await ownerTransaction({ db, userId }, own => raiseHistoryFloor(own, at - 60_000))
  expect(await verdictsOf([rowOf(body, at - 61_000), rowOf(body, at + 5_000)])).toEqual([
    'not-kept',
    'deleted',
  ])
})

it('a deletion of all history hides no alert that is lost later, or after where it stopped', async () => {
  const eva = await signUp(stage, 'eva')
  const { id: connection_id, webhookUrl } = await eva.connect(stage.botApi)
  const now = Date.now()
  await postAlert(webhookUrl, { n: 1 })
  await expect.poll(async () => (await eva.api.alerts.list({})).total).toBe(1)
  const { db } = stage.app
  const { id: userId } = await db
    .selectFrom('user')
    .select('id')
    .where('email', '=', eva.email)
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: 600 }, (_, n) =>
    alertRow({ user_id: userId, connection_id, received_at: now - 2 * HOUR_MS + n * 1_000 }),
  )
  await transaction(db, trx => insertAlerts(trx, rows))
  const verdicts = async (...instants: number[]) => {
    const packed = packRows(instants.map(at => rowOf('lost', at)))
    return (await unpacked(eva, packed)).rows.map(({ verdict, doubt }) => doubt ?? verdict)
  }
  const first = await eva.api.alerts.deleteMany({
    filter: {},
    before: new Date(now).toISOString(),
  })
  expect(first.left).toBeGreaterThan(0)
  const stopped = now - 2 * HOUR_MS + first.deleted * 1_000
  expect(await verdicts(stopped - 60_000, stopped + 30_000)).toEqual(['not-kept', 'lost'])
  await eva.api.alerts.deleteMany({ filter: {}, before: '2100-01-01T00:00:00.000Z' })
  expect(await verdicts(stopped + 30_000)).toEqual(['not-kept'])
  const floor = await db
    .selectFrom('history_floors')
    .select('kept_since')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  expect(floor.kept_since).toBeLessThanOrEqual(Date.now() + 1)
})

it('a comparison lists alerts that the log lacks, and counts equal messages', async () => {
  // At another time than the alerts of the other tests.
  const ago = HOUR_MS / 2
  const other = await arrive('{"alert_name":"Otra","symbol":"XRPUSDT"}', ago)
  const body = 'equal'
  const { at } = await arrive(body, ago)
  const rows = [rowOf(body, at), rowOf(body, at), rowOf('until later', at + 5_000)]
  await stage.app.db
    .updateTable('alerts')
    .set({ received_at: at + 1_000 })
    .where('id', '=', other.id)
    .execute()
  const found = await compare(rows)
  expect(found.rows.map(({ verdict, alsoEqual }) => [verdict, alsoEqual])).toEqual([
    ['delivered', 2],
    ['lost', 2],
    ['lost', 0],
  ])
  expect(found.unlisted.map(({ id, name }) => [id, name])).toEqual([[other.id, 'Otra']])
})

it('a comparison ignores other accounts, and takes malformed rows as unknown', async () => {
  const luis = await signUp(stage, 'luis')
  const { at } = await arrive('hers')
  const rows = packRows([rowOf('hers', at)])
  expect((await unpacked(luis, rows)).rows).toEqual([
    { verdict: 'unknown', doubt: 'not-ours', alert: null, alsoEqual: 0 },
  ])
  const odd = new File([Buffer.alloc(20 * ROW_BYTES, '\u0000é💥"')], 'rows', { type: ROWS_TYPE })
  const said = await unpacked(luis, odd)
  expect(said.rows.map(({ verdict }) => verdict)).toEqual(Array(20).fill('unknown'))
})

const send = (body: BodyInit, type = ROWS_TYPE) =>
  fetch(`${stage.url}/api/reconciliation`, {
    method: 'POST',
    headers: { cookie: marta.cookie, 'content-type': type },
    body,
  })

it.each([
  ['nothing', Buffer.alloc(0), 422, 'El registro no tiene ninguna fila.'],
  ['less than a row', Buffer.alloc(ROW_BYTES - 1), 422, 'El registro no tiene ninguna fila.'],
  ['a row and a half', Buffer.alloc(ROW_BYTES * 1.5), 422, 'El registro llegó incompleto.'],
  ['ten megabytes', Buffer.alloc(10_000_000, 'x'), 413, 'La petición es demasiado grande.'],
])('a file of %s is refused with a message', async (_what, body, status, message) => {
  const answer = await send(body)
  expect(answer.status).toBe(status)
  expect(await answer.json()).toMatchObject({ message })
})

it('rows as JSON get 415, and rows of undeclared length beyond the bound 413', async () => {
  const asJson = await send('{"rows":"AAAA"}', 'application/json')
  expect([asJson.status, (await asJson.json()).message]).toEqual([
    415,
    'La petición tiene que ser un archivo, como application/octet-stream.',
  ])
  const endless = request(`${stage.url}/api/reconciliation`, {
    method: 'POST',
    headers: { cookie: marta.cookie, 'content-type': ROWS_TYPE },
  })
  endless.on('error', () => {})
  endless.write(Buffer.alloc(MAX_LOG_ROWS * ROW_BYTES + 1))
  const [answer] = await once(endless, 'response')
  expect(answer.statusCode).toBe(413)
  endless.destroy()
})

it('a comparison is served after another one was aborted mid-upload', async () => {
  const { hostname, port } = new URL(stage.url)
  const leaves = connect(Number(port), hostname)
  await once(leaves, 'connect')
  leaves.write(
    `POST /api/reconciliation HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${marta.cookie}\r\ncontent-type: ${ROWS_TYPE}\r\ncontent-length: ${1_000 * ROW_BYTES}\r\n\r\n`,
  )
  leaves.write(Buffer.alloc(10 * ROW_BYTES))
  leaves.destroy()
  const { at } = await arrive('after')
  expect(await verdictsOf([rowOf('after', at)])).toEqual(['delivered'])
})
