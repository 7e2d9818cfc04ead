import { expect, it } from 'vitest'
import { createLog } from '#server/base/log.ts'
import { createDelays } from '#server/deliver/delays.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import type { PreparedAlert, PreparedGroup } from '#server/store/queue/begin-attempt.ts'
import { insertDeliveries, isQueued } from '#server/store/queue/deliveries.ts'
import { insertAlerts } from '#server/store/rows/alerts.ts'
import { insertConnection, updateConnection } from '#server/store/rows/connections.ts'
import { deliveryTexts } from '#shared/texts/deliveries.ts'
import { alertRow, connectionRow, frontOfLane } from '../../../../tests/support/rows.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { createDeliveryWriter, LeaseEndedError } from './delivery-writer.ts'

const LANES = ['ana:1:2', 'ana:1:3', 'ana:1:4']

/** Creates a connection and two alerts for each lane. */
async function fillLanes(db: Database): Promise<void> {
  for (const lane of LANES)
    await insertConnection({ db, userId: 'ana' }, { ...connectionRow(lane), lane })
  const alerts = LANES.flatMap(lane =>
    [1, 2].map(() => alertRow({ user_id: 'ana', connection_id: lane })),
  )
  await transaction(db, async trx => {
    await insertAlerts(trx, alerts)
    await insertDeliveries(
      trx,
      alerts.map(({ id, connection_id: lane }) => ({
        alertId: id,
        userId: 'ana',
        connectionId: lane,
        lane,
      })),
    )
  })
}

/** All alerts of a lane as one message. */
async function messageOf(db: Database, lane: string, misfit: string | null = null) {
  const begun = (await frontOfLane(db, lane)).filter(isQueued).map(
    (waiting): PreparedAlert => ({
      waiting,
      message: { text: waiting.alert_id, entities: [], buttons: [], picture: null },
      missing: ['precio'],
      taken: [],
      misfit,
      lateMinutes: null,
    }),
  )
  const [first, ...others] = begun
  if (!first) throw new Error('none waits')
  return [first, ...others] satisfies PreparedGroup
}

const writerFor = (db: Database, isValid = async () => true) =>
  createDeliveryWriter(db, {
    lease: { isValid },
    delays: createDelays(),
    log: createLog({ level: 'silent' }),
    observer: { group() {} },
  })

const inFlight = (db: Database) =>
  db
    .selectFrom('deliveries')
    .innerJoin('alerts', 'alerts.id', 'deliveries.alert_id')
    .select(['lane', 'in_flight', 'group_seq', 'message_text'])
    .orderBy('seq')
    .execute()

it('begins the messages of all lanes except a lane whose alerts have changed', async () => {
  await using store = await openTestStore()
  const { db } = store
  await fillLanes(db)
  const messages = await Promise.all(LANES.map(lane => messageOf(db, lane)))
  const [, changed = ''] = LANES
  // Deletes one of the lane's two alerts; the other must not stay begun.
  await db.deleteFrom('deliveries').where('lane', '=', changed).where('seq', '=', 4).execute()
  const writer = writerFor(db)
  expect(await Promise.all(messages.map(message => writer.begin(message)))).toEqual([
    true,
    false,
    true,
  ])
  expect(await inFlight(db)).toEqual(
    messages.flat().flatMap(({ waiting: { lane, seq, alert_id } }) => {
      if (lane === changed)
        return seq === 4 ? [] : { lane, in_flight: 0, group_seq: null, message_text: null }
      return { lane, in_flight: 1, group_seq: seq - ((seq + 1) % 2), message_text: alert_id }
    }),
  )
})

it('begins no message after a switch-off, a new token or a new lane', async () => {
  await using store = await openTestStore()
  const { db } = store
  await fillLanes(db)
  const messages = await Promise.all(LANES.map(lane => messageOf(db, lane)))
  const own = { db, userId: 'ana' }
  const changes = [{ is_active: 0 as const }, { telegram_bot_token: 'x' }, { lane: 'ana:1:5' }]
  for (const [nth, lane] of LANES.entries()) await updateConnection(own, lane, changes[nth] ?? {})
  const writer = writerFor(db)
  const begun = await Promise.all(messages.map(message => writer.begin(message)))
  expect(begun).toEqual([false, false, false])
  expect((await inFlight(db)).filter(row => row.in_flight === 1)).toEqual([])
})

it('stores message ids and group size with each alert, and reports misfits once', async () => {
  await using store = await openTestStore()
  const { db } = store
  await fillLanes(db)
  const messages = await Promise.all(
    LANES.map((lane, nth) => messageOf(db, lane, nth === 0 ? null : 'default-signal:1')),
  )
  const writer = writerFor(db)
  await Promise.all(messages.map(message => writer.begin(message)))
  await db
    .deleteFrom('alerts')
    .where('connection_id', '=', LANES[2] ?? '')
    .execute()
  const reported = await Promise.all(
    messages.map((group, nth) =>
      writer.complete({ group, messageIds: [nth, nth + 10], at: 1_750_000_000_000 + nth }),
    ),
  )
  expect(reported).toEqual([false, true, false])
  expect(await db.selectFrom('deliveries').selectAll().execute()).toEqual([])
  const alerts = await db
    .selectFrom('alerts')
    .select(['connection_id', 'status', 'attempts', 'message_ids', 'sent_together', 'delivered_at'])
    .orderBy('connection_id')
    .execute()
  expect(alerts).toEqual(
    LANES.slice(0, 2).flatMap((connection_id, nth) => {
      const row = {
        connection_id,
        status: 'success',
        attempts: 1,
        message_ids: JSON.stringify([nth, nth + 10]),
        sent_together: 2,
        delivered_at: 1_750_000_000_000 + nth,
      }
      return [row, row]
    }),
  )
  const entries = await db.selectFrom('error_logs').select(['message', 'count']).execute()
  expect(entries).toEqual([{ message: deliveryTexts.misfit(LANES[1] ?? ''), count: 2 }])
})

it('writes delivered messages after the lease has ended, and rejects other writes', async () => {
  await using store = await openTestStore()
  const { db } = store
  await fillLanes(db)
  const [first, second] = await Promise.all(LANES.map(lane => messageOf(db, lane)))
  if (!first || !second) throw new Error('there are three')
  const writer = writerFor(db, async () => false)
  const results = await Promise.allSettled([
    writer.begin(first),
    writer.complete({ group: second, messageIds: [1], at: 1_750_000_000_000 }),
    writer.write(async () => 'written'),
  ])
  expect(results).toMatchObject([
    { status: 'rejected', reason: expect.any(LeaseEndedError) },
    { status: 'fulfilled', value: false },
    { status: 'rejected', reason: expect.any(LeaseEndedError) },
  ])
  expect((await inFlight(db)).map(({ lane, in_flight }) => [lane, in_flight])).toEqual(
    [LANES[0], LANES[0], LANES[2], LANES[2]].map(lane => [lane, 0]),
  )
})
