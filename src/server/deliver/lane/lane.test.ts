import { expect, it, onTestFinished, vi } from 'vitest'
import { createLog } from '#server/base/log.ts'
import { createSecretBox } from '#server/base/secrets.ts'
import { createDelays } from '#server/deliver/delays.ts'
import { ConcurrencyLimit } from '#server/deliver/limits/concurrency-limit.ts'
import { LengthUnits } from '#server/deliver/limits/length-units.ts'
import { SendGate } from '#server/deliver/limits/send-gate.ts'
import { createDeliveryWriter } from '#server/deliver/outcome/delivery-writer.ts'
import { Live } from '#server/live/live.ts'
import { LaneWaits } from '#server/observe/lane-waits.ts'
import { ownerTransaction } from '#server/store/engine/owner.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { lastly } from '#server/store/engine/together.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { beginningDeliveries } from '#server/store/queue/begin-attempt.ts'
import { insertDeliveries, isQueued, readFronts } from '#server/store/queue/deliveries.ts'
import { FrontReader } from '#server/store/queue/front-reader.ts'
import { pauseLane, resumeLane } from '#server/store/queue/pauses.ts'
import { insertAlerts } from '#server/store/rows/alerts.ts'
import { insertConnection } from '#server/store/rows/connections.ts'
import { insertTemplates } from '#server/store/rows/templates.ts'
import { FirstRefusals } from '#server/telegram/first-refusals.ts'
import type { OutgoingMessage } from '#server/telegram/telegram.ts'
import { GROUP_SEPARATOR } from '#shared/message/group.ts'
import { templateDraftSchema } from '#shared/model/template.ts'
import { alertRow, connectionRow } from '../../../../tests/support/rows.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { gatherMessage } from './gather-message.ts'
import { Lane, type LaneTools } from './lane.ts'

const FOR_EVER = 2 ** 31 - 1
const LANE = 'ana:1:2'

const observer = { attempt() {}, failed() {}, group() {} }
const lease = { heldFor: () => FOR_EVER, allowsSend: () => true, isValid: async () => true }

function toolsFor(db: Database, send: (text: string) => Promise<void>) {
  const delays = createDelays()
  const log = createLog({ level: 'silent' })
  async function sendMessage(_token: string, { text, chatId }: OutgoingMessage) {
    await send(text)
    return { ok: true, result: { messageId: 1, chatId, date: 0 } } as const
  }
  const tools: Omit<LaneTools, 'telegram'> & {
    telegram: Pick<LaneTools['telegram'], 'sendMessage'>
  } = {
    db,
    fronts: new FrontReader(db),
    telegram: { sendMessage },
    secretBox: createSecretBox(['k'.repeat(32)]),
    timeZone: 'Europe/Madrid',
    writer: createDeliveryWriter(db, { lease, delays, log, observer }),
    lease,
    gate: new SendGate(delays),
    lengthUnits: new LengthUnits(),
    firstRefusals: new FirstRefusals(3_000),
    live: new Live({ tell() {} }),
    delays,
    log,
    observer,
    wake() {},
    inFlight: new ConcurrencyLimit(64, FOR_EVER),
    making: new ConcurrencyLimit(1, FOR_EVER),
    waits: new LaneWaits(),
  }
  return tools as LaneTools
}

async function addAlert(db: Database, message: string): Promise<void> {
  const alert = alertRow({
    user_id: 'ana',
    connection_id: 'btc',
    received_at: Date.now(),
    reading: 'text',
    payload: JSON.stringify({ message }),
  })
  await transaction(db, async trx => {
    await insertAlerts(trx, [alert])
    const [userId, connectionId, lane] = ['ana', 'btc', LANE]
    await insertDeliveries(trx, [{ alertId: alert.id, userId, connectionId, lane }])
  })
}

async function startLane(send: (text: string) => Promise<void>) {
  const store = await openTestStore()
  const { db } = store
  const tools = toolsFor(db, send)
  const telegram_bot_token = tools.secretBox.encrypt('1:token')
  const connection = { ...connectionRow('btc'), lane: LANE, telegram_bot_token }
  await insertConnection({ db, userId: 'ana' }, connection)
  return {
    db,
    tools,
    lane: new Lane(LANE, tools),
    [Symbol.asyncDispose]: store[Symbol.asyncDispose],
  }
}

it('groups alerts that arrive while the lane waits to compose its message', async () => {
  const texts: string[] = []
  await using started = await startLane(async text => void texts.push(text))
  const { db, tools, lane } = started
  const { promise: others, resolve: othersAreMade } = Promise.withResolvers<void>()
  const made = tools.making.run(() => others)
  await addAlert(db, 'uno')
  const { promise: idle, resolve: onIdle } = Promise.withResolvers<void>()
  lane.wake(onIdle)
  await addAlert(db, 'dos')
  await addAlert(db, 'tres')
  expect(texts).toEqual([])
  othersAreMade()
  await Promise.all([made, idle])
  expect(texts).toEqual([['uno', 'dos', 'tres'].join(GROUP_SEPARATOR)])
})

it('leaves an alert pending until a process has the key that sealed its token', async () => {
  const texts: string[] = []
  await using started = await startLane(async text => void texts.push(text))
  const { db, tools } = started
  const [key, another] = ['k'.repeat(32), 'n'.repeat(32)]
  const telegram_bot_token = createSecretBox([another]).encrypt('1:token')
  await db.updateTable('connections').set({ telegram_bot_token }).execute()
  const waits = vi.spyOn(tools.secretBox, 'hasKeyOf')
  await addAlert(db, 'uno')
  const without = new Lane(LANE, tools)
  without.wake(() => {})
  await expect.poll(() => waits.mock.results).toContainEqual({ type: 'return', value: false })
  await without.stop()
  const { status } = await db.selectFrom('alerts').select('status').executeTakeFirstOrThrow()
  expect([status, texts]).toEqual(['pending', []])
  const withBoth = new Lane(LANE, { ...tools, secretBox: createSecretBox([key, another]) })
  await new Promise<void>(resolve => withBoth.wake(resolve))
  expect(texts).toEqual(['uno'])
})

it('sends the payload fields and logs our fault when filling the template throws', async () => {
  const texts: string[] = []
  await using started = await startLane(async text => void texts.push(text))
  const { db, tools } = started
  const draft = templateDraftSchema.parse({ name: 'Hora', content: '{{timestamp | fecha}}' })
  await insertTemplates({ db, userId: 'ana' }, [{ id: 'default-signal', ...draft }], 0)
  const alert = alertRow({
    user_id: 'ana',
    connection_id: 'btc',
    received_at: Date.now(),
    payload: JSON.stringify({ timestamp: '2026-10-25T00:59:59Z', side: 'buy', token: 'secret' }),
  })
  await transaction(db, async trx => {
    await insertAlerts(trx, [alert])
    const [userId, connectionId, lane] = ['ana', 'btc', LANE]
    await insertDeliveries(trx, [{ alertId: alert.id, userId, connectionId, lane }])
  })
  // Simulates a process started with TZ=Madrid, whose zone is undefined despite the types.
  const broken = new Lane(LANE, { ...tools, timeZone: undefined as unknown as string })
  await new Promise<void>(resolve => broken.wake(resolve))
  expect(texts).toEqual(['timestamp: 2026-10-25T00:59:59Z\nside: buy'])
  const entries = await db.selectFrom('error_logs').select(['message', 'details']).execute()
  expect(entries).toMatchObject([{ message: expect.stringContaining('fallo propio') }])
  expect(entries[0]?.message).not.toContain('token')
})

it('fails an unreadable alert as not_composed without blaming the token', async () => {
  await using started = await startLane(async () => {})
  const { db, lane } = started
  await addAlert(db, 'uno')
  await db.updateTable('alerts').set({ payload: '{' }).execute()
  await new Promise<void>(resolve => lane.wake(resolve))
  const columns = ['status', 'error_code', 'error_reason'] as const
  const alert = await db.selectFrom('alerts').select(columns).executeTakeFirstOrThrow()
  expect(alert).toMatchObject({ status: 'failed', error_code: 'not_composed' })
  expect(alert.error_reason).not.toContain('token')
})

it('frees its place for composing while its message awaits the answer', async () => {
  const { promise: answers, resolve: answer } = Promise.withResolvers<void>()
  const { promise: sent, resolve: onSent } = Promise.withResolvers<void>()
  await using started = await startLane(() => {
    onSent()
    return answers
  })
  const { db, tools, lane } = started
  await addAlert(db, 'uno')
  const { promise: idle, resolve: onIdle } = Promise.withResolvers<void>()
  lane.wake(onIdle)
  await sent
  expect(await tools.making.run(async () => 'another is made')).toBe('another is made')
  answer()
  await idle
})

it('takes back a message that was stored as begun when a flood wait begins', async () => {
  const sent: string[] = []
  await using started = await startLane(async text => void sent.push(text))
  const { db, tools, lane } = started
  await addAlert(db, 'uno')
  const fronts = await readFronts(db, [{ lane: LANE, most: 1 }])
  const [waiting] = (fronts.get(LANE) ?? []).filter(isQueued)
  if (!waiting) throw new Error('one waits')
  await transaction(db, trx => lastly(trx, beginningDeliveries(trx, [waiting.alert_id])))
  const stored = gatherMessage([waiting], tools, Date.now())
  if ('code' in stored) throw new Error(stored.reason)
  tools.gate.beginFloodWait(LANE, FOR_EVER, performance.now())
  lane.sendStored(Promise.resolve(stored), () => {})
  await expect
    .poll(() => db.selectFrom('deliveries').select(['in_flight', 'group_seq']).execute())
    .toEqual([{ in_flight: 0, group_seq: null }])
  await lane.stop()
  expect(sent).toEqual([])
})

it('counts a lane in a flood wait while it waits, and then the seconds waited', async () => {
  await using started = await startLane(async () => {})
  const { db, tools, lane } = started
  await addAlert(db, 'uno')
  const { promise: idle, resolve: onIdle } = Promise.withResolvers<void>()
  tools.gate.beginFloodWait(LANE, 50, performance.now())
  lane.wake(onIdle)
  expect(tools.waits.lanes).toMatchObject({ 'flood-wait': 1, chat: 0, outage: 0 })
  await idle
  expect(tools.waits.lanes['flood-wait']).toBe(0)
  expect(tools.waits.seconds['flood-wait']).toBeGreaterThan(0)
})

/** A paused lane with one waiting alert. */
async function startPaused() {
  const sent: string[] = []
  const started = await startLane(async text => void sent.push(text))
  const own = { db: started.db, userId: 'ana' }
  await addAlert(started.db, 'uno')
  await ownerTransaction(own, trx => pauseLane(trx, LANE, Date.now()))
  const { promise: idle, resolve: onIdle } = Promise.withResolvers<void>()
  const resume = () => ownerTransaction(own, trx => resumeLane(trx, LANE, Date.now()))
  return { ...started, sent, idle, onIdle, resume }
}

it('resumes when its pause ends while it is still reading its front', async () => {
  await using started = await startPaused()
  const { lane, tools, sent, idle, onIdle, resume } = started
  const read = vi.spyOn(tools.fronts, 'read')
  read.mockImplementationOnce(async (...asked) => {
    const front = await new FrontReader(started.db).read(...asked)
    await resume()
    lane.lookAgain(onIdle)
    return front
  })
  lane.wake(onIdle)
  await idle
  expect(sent).toEqual(['uno'])
})

it('fails a paused alert at the next wake once a clock jump has expired it', async () => {
  await using started = await startPaused()
  const { db, lane, tools, sent, idle, onIdle } = started
  lane.wake(onIdle)
  await expect.poll(() => tools.waits.lanes.pause).toBe(1)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3_600_000 })
  onTestFinished(() => void vi.useRealTimers())
  lane.wake(onIdle)
  await idle
  expect(sent).toEqual([])
  expect(await db.selectFrom('alerts').select('error_code').execute()).toEqual([
    { error_code: 'expired' },
  ])
})
