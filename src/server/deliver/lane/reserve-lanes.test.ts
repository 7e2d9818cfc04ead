import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { createLog } from '#server/base/log.ts'
import { createSecretBox } from '#server/base/secrets.ts'
import { createDelays } from '#server/deliver/delays.ts'
import { ConcurrencyLimit } from '#server/deliver/limits/concurrency-limit.ts'
import { LengthUnits } from '#server/deliver/limits/length-units.ts'
import { SendGate } from '#server/deliver/limits/send-gate.ts'
import type { PreparedMessage } from '#server/deliver/outcome/delivery-context.ts'
import { Live } from '#server/live/live.ts'
import { LaneWaits } from '#server/observe/lane-waits.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { together } from '#server/store/engine/together.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { insertDeliveries } from '#server/store/queue/deliveries.ts'
import { arrivingDeliveries, askingContexts } from '#server/store/queue/free-lanes.ts'
import { FrontReader } from '#server/store/queue/front-reader.ts'
import { writeBotWait, writeLaneWait } from '#server/store/queue/stored-flood-waits.ts'
import { insertAlerts, type NewAlert } from '#server/store/rows/alerts.ts'
import { insertConnection, updateConnection } from '#server/store/rows/connections.ts'
import { FirstRefusals } from '#server/telegram/first-refusals.ts'
import { alertRow, connectionRow } from '../../../../tests/support/rows.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import type { LaneTools } from './lane.ts'
import { reserveLanes } from './reserve-lanes.ts'

const FOR_EVER = 2 ** 31 - 1
const LANE = 'ana:1:2'
const OTHER_LANE = 'ana:1:3'

let db: Database
let lease: { heldFor: () => number; allowsSend: () => boolean; isValid: () => Promise<boolean> }
let tools: LaneTools
let woken: string[]
/** Message to send from each kept lane; null if the reservation was given back. */
let kept: Map<string, Promise<PreparedMessage | null>>

beforeEach(async () => {
  const store = await openTestStore()
  onTestFinished(() => store[Symbol.asyncDispose]())
  db = store.db
  lease = { heldFor: () => FOR_EVER, allowsSend: () => true, isValid: async () => true }
  woken = []
  kept = new Map()
  const secretBox = createSecretBox(['k'.repeat(32)])
  const given: Omit<LaneTools, 'telegram' | 'writer'> = {
    db,
    fronts: new FrontReader(db),
    secretBox,
    timeZone: 'Europe/Madrid',
    lease,
    lengthUnits: new LengthUnits(),
    firstRefusals: new FirstRefusals(3_000),
    gate: new SendGate(createDelays(), { isPossible: true, onChange() {} }),
    live: new Live({ tell() {} }),
    delays: createDelays(),
    log: createLog({ level: 'silent' }),
    observer: { attempt() {}, failed() {}, group() {} },
    wake: lanes => void woken.push(...lanes),
    inFlight: new ConcurrencyLimit(64, FOR_EVER),
    making: new ConcurrencyLimit(12, FOR_EVER),
    waits: new LaneWaits(),
  }
  tools = given as LaneTools
  const telegram_bot_token = secretBox.encrypt('1:token')
  for (const [id, lane] of [
    ['btc', LANE],
    ['eth', LANE],
    ['sol', OTHER_LANE],
  ] as const)
    await insertConnection(
      { db, userId: 'ana' },
      { ...connectionRow(id), lane, telegram_bot_token },
    )
})

const arriving = (connection_id: string, { lane = LANE, message = 'hola' } = {}) => ({
  alert: alertRow({
    user_id: 'ana',
    connection_id,
    received_at: Date.now(),
    reading: 'text',
    payload: JSON.stringify({ message }),
  }),
  lane,
})

const reserve = (...alerts: ReturnType<typeof arriving>[]) =>
  transaction(db, async trx => {
    const connections = alerts.map(({ alert }) => alert.connection_id)
    const [contexts] = await together(trx, askingContexts(trx, connections))
    const empty = contexts.filter(({ is_empty }) => is_empty === 1)
    const free = new Map(empty.map(context => [context.id, context]))
    return reserveLanes(trx, arrivingDeliveries(alerts, free), {
      tools,
      isFree: lane => !kept.has(lane),
      keep: (lane, stored) => void kept.set(lane, stored),
    })
  })

/** Queues alerts, each in its lane. */
const queue = (...waiting: { alert: NewAlert; lane: string }[]) =>
  transaction(db, async trx => {
    await insertAlerts(
      trx,
      waiting.map(({ alert }) => alert),
    )
    await insertDeliveries(
      trx,
      waiting.map(({ alert, lane }) => {
        return { alertId: alert.id, userId: 'ana', connectionId: alert.connection_id, lane }
      }),
    )
  })

it('composes the message of an alert with a free lane and sends it as stored', async () => {
  const one = arriving('btc')
  const [reservation] = (await reserve(one)).values()
  expect(reservation?.message).toMatchObject({ message_text: 'hola', late_minutes: null })
  reservation?.send(7)
  expect(await kept.get(LANE)).toMatchObject({
    token: '1:token',
    piece: { text: 'hola' },
    group: [{ waiting: { seq: 7, alert_id: one.alert.id, group_seq: null } }],
  })
  expect(woken).toEqual([])
})

it('reserves a lane for its first alert only, and several lanes at once', async () => {
  const alerts = [arriving('btc'), arriving('eth'), arriving('sol', { lane: OTHER_LANE })] as const
  const reserved = await reserve(...alerts)
  expect([...reserved.keys()]).toEqual([alerts[0].alert.id, alerts[2].alert.id])
})

it('releases the lane and its send slot when the alert was not stored', async () => {
  // Far more than the bot may send in a second.
  for (let nth = 0; nth < 100; nth += 1) {
    const [reservation] = (await reserve(arriving('btc'))).values()
    reservation?.release()
    expect(await kept.get(LANE)).toBe(null)
    kept.clear()
  }
  expect(woken).toHaveLength(100)
  expect(tools.gate.sendBlock(LANE, performance.now())).toBe(null)
})

it('releases the lane and its send slot when the database fails meanwhile', async () => {
  lease.isValid = () => Promise.reject(new Error('away'))
  await expect(reserve(arriving('btc'))).rejects.toThrow('away')
  expect(await kept.get(LANE)).toBe(null)
  expect(tools.gate.sendBlock(LANE, performance.now())).toBe(null)
})

const own = () => ({ db, userId: 'ana' })
const times = (count: number, work: () => unknown) => {
  for (let nth = 0; nth < count; nth += 1) work()
}

it.each<[what: string, prepare: () => unknown, given?: { message?: string; lane?: string }]>([
  [
    'in an outage',
    () =>
      times(2, () =>
        tools.gate.outages.unanswered(
          { botId: '1', seqs: [], begun: performance.now() },
          performance.now(),
        ),
      ),
  ],
  ['in a flood wait', () => tools.gate.beginFloodWait(LANE, 60_000, performance.now())],
  [
    'in a flood wait of its lane that another process has stored',
    () =>
      transaction(db, trx =>
        writeLaneWait(trx, { lane: LANE, userId: 'ana' }, { now: Date.now(), wait: 60_000 }),
      ),
  ],
  [
    'in a flood wait of its bot that another process has stored',
    () => transaction(db, trx => writeBotWait(trx, '1', { now: Date.now(), wait: 60_000 })),
  ],
  [
    'once its chat has had what it takes at once',
    () => times(5, () => tools.gate.recordSent(LANE, performance.now())),
  ],
  [
    'while its bot has no slot left',
    () => times(30, () => tools.gate.reserveSlot(OTHER_LANE, performance.now())),
  ],
  ['with little left of the lease', () => Object.assign(lease, { allowsSend: () => false })],
  ['once the lease has ended', () => Object.assign(lease, { isValid: async () => false })],
  ['behind one of the same lane', () => queue(arriving('eth'))],
  [
    'behind one of its connection in another lane',
    () => queue(arriving('btc', { lane: 'ana:1:9' })),
  ],
  ['to a connection that was switched off', () => updateConnection(own(), 'btc', { is_active: 0 })],
  ['to a connection that has moved', () => updateConnection(own(), 'btc', { lane: 'ana:1:9' })],
  ['to a connection that is gone', () => db.deleteFrom('connections').execute()],
  ['to a chat known by its name', () => updateConnection(own(), 'btc', { chat_id: null })],
  [
    'with a token that can not be opened',
    () => updateConnection(own(), 'btc', { telegram_bot_token: 'x' }),
  ],
  ['that has nothing to see in it', () => {}, { message: '\u200b' }],
  ['that takes several messages', () => {}, { message: 'x'.repeat(5_000) }],
  [
    'to a group that another process may have written to',
    () => Object.assign(lease, { heldFor: () => 0 }),
    { lane: 'ana:1:-100' },
  ],
  ['while others are made', () => times(12, () => tools.making.run(() => new Promise(() => {})))],
  [
    'while as many as may are in flight',
    () => times(64, () => tools.inFlight.run(() => new Promise(() => {}))),
  ],
])('reserves no lane for an alert %s', async (_what, prepare, { message, lane = LANE } = {}) => {
  if (lane !== LANE) await updateConnection(own(), 'btc', { lane })
  await prepare()
  expect(await reserve(arriving('btc', { lane, message }))).toEqual(new Map())
  expect(await (kept.get(lane) ?? null)).toBe(null)
})
