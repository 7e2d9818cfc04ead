import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createLog } from '#server/base/log.ts'
import { Live } from '#server/live/live.ts'
import type { Database } from '#server/store/engine/schema.ts'
import type { FreeLanes } from '#server/store/queue/free-lanes.ts'
import { insertConnection, updateConnection } from '#server/store/rows/connections.ts'
import { readBody } from '#shared/body/read-body.ts'
import { reservingAll } from '../../../tests/support/reserving-all.ts'
import { connectionRow } from '../../../tests/support/rows.ts'
import { openTestStore } from '../../../tests/support/test-place.ts'
import { KnownConnections } from './known-connections.ts'
import { QueueBound } from './queue-bound.ts'
import { createAlertReceiver } from './receive-alert.ts'

function receiverOn(db: Database, freeLanes: FreeLanes) {
  const woken: string[] = []
  const receiver = createAlertReceiver({
    db,
    live: new Live({ tell() {} }),
    known: new KnownConnections(db),
    rate: undefined,
    queueBound: new QueueBound(db),
    freeLanes,
    wake: lanes => void woken.push(...lanes),
    giveWay() {},
    observer: { group() {} },
    log: createLog({ level: 'silent' }),
  })
  const receive = async (addressId: string, text: string) => {
    const body = readBody(text)
    if (!body) throw new Error('it is empty')
    await receiver.admit(addressId)
    return receiver.receive(addressId, body, '127.0.0.1')
  }
  return { receive, woken }
}

it('stores an alert with a reserved lane as begun, then sends it, and wakes no lane', async () => {
  await using store = await openTestStore()
  const { db } = store
  await insertConnection({ db, userId: 'ana' }, connectionRow('btc'))
  const { events, freeLanes } = reservingAll()
  const { receive, woken } = receiverOn(db, freeLanes)
  await receive('btc', 'hola')
  const [stored] = await db
    .selectFrom('deliveries')
    .innerJoin('alerts', 'alerts.id', 'deliveries.alert_id')
    .select(['seq', 'in_flight', 'group_seq', 'message_text', 'first_attempt_at'])
    .execute()
  expect(stored).toMatchObject({
    in_flight: 1,
    group_seq: stored?.seq,
    message_text: 'ya escrito',
    first_attempt_at: 1,
  })
  expect(events).toEqual(['reserved btc', `sent ${stored?.seq} btc`])
  expect(woken).toEqual([])
})

it('releases the lanes of a failed group, and reserves them again for each alert', async () => {
  await using store = await openTestStore()
  const { db } = store
  for (const id of ['btc', 'eth', 'bad'])
    await insertConnection({ db, userId: 'ana' }, connectionRow(id))
  await sql`create trigger poison before insert on deliveries when new.connection_id = 'bad'
    begin select raise(abort, 'no'); end`.execute(db)
  const { events, freeLanes } = reservingAll()
  const { receive } = receiverOn(db, freeLanes)
  const ids = ['btc', 'bad', 'eth']
  const answers = await Promise.allSettled(ids.map(id => receive(id, 'hola')))
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  const of = (id: string) =>
    events.filter(event => event.endsWith(id)).map(event => event.split(' ')[0])
  expect(of('btc')).toEqual(['reserved', 'released', 'reserved', 'sent'])
  expect(of('eth')).toEqual(['reserved', 'released', 'reserved', 'sent'])
  expect(of('bad')).toEqual(['reserved', 'released', 'reserved', 'released'])
  const inFlight = await db
    .selectFrom('deliveries')
    .select(['connection_id', 'in_flight'])
    .execute()
  expect(inFlight).toEqual(['btc', 'eth'].map(connection_id => ({ connection_id, in_flight: 1 })))
})

it('reserves no lane for a deleted or switched-off connection', async () => {
  await using store = await openTestStore()
  const { db } = store
  await insertConnection({ db, userId: 'ana' }, { ...connectionRow('off'), is_active: 0 })
  const { events, freeLanes } = reservingAll()
  const { receive } = receiverOn(db, freeLanes)
  expect(await receive('gone', 'hola')).toBe('unknown')
  await receive('off', 'hola')
  expect(events).toEqual([])
})

it('asks for the new lane of a moved connection from its second alert on', async () => {
  await using store = await openTestStore()
  const { db } = store
  const own = { db, userId: 'ana' }
  await insertConnection(own, connectionRow('btc'))
  const { events, freeLanes } = reservingAll()
  const asked: string[] = []
  const mayLeave = (lane: string) => asked.push(lane) > 0
  const { receive, woken } = receiverOn(db, { ...freeLanes, mayLeave })
  const { lane: before } = connectionRow('btc')
  await receive('btc', 'uno')
  const after = 'ana:7:8'
  await db.deleteFrom('deliveries').execute()
  await updateConnection(own, 'btc', { lane: after })
  await receive('btc', 'dos')
  await db.deleteFrom('deliveries').execute()
  // Makes the connection be read again.
  await updateConnection(own, 'btc', { name: 'Bitcoin' })
  await receive('btc', 'tres')
  expect(asked).toEqual([before, before, after])
  expect(events.filter(event => event.startsWith('sent'))).toHaveLength(3)
  expect(woken).toEqual([])
})
