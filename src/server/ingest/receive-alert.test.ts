import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createLog } from '#server/base/log.ts'
import { Live } from '#server/live/live.ts'
import type { Database } from '#server/store/engine/schema.ts'
import type { ReserveLanes } from '#server/store/queue/free-lanes.ts'
import { insertConnection } from '#server/store/rows/connections.ts'
import { readBody } from '#shared/body/read-body.ts'
import { connectionRow } from '../../../tests/support/rows.ts'
import { openTestStore } from '../../../tests/support/test-place.ts'
import { KnownConnections } from './known-connections.ts'
import { QueueBound } from './queue-bound.ts'
import { createAlertReceiver } from './receive-alert.ts'

const message = {
  message_text: 'ya escrito',
  message_entities: '[]',
  message_times: null,
  message_buttons: null,
  message_picture: null,
  missing: '[]',
  taken: '[]',
  misfit: null,
  late_minutes: null,
  first_attempt_at: 1,
}

/** Reserves the lanes of all alerts, and remembers what becomes of each reservation. */
function reservingAll() {
  const events: string[] = []
  const reserveLanes: ReserveLanes = async (_trx, arriving) =>
    new Map(
      arriving.map(({ alert }) => {
        const tell = (what: string) => void events.push(`${what} ${alert.connection_id}`)
        tell('reserved')
        return [
          alert.id,
          { message, send: (seq: number) => tell(`sent ${seq}`), release: () => tell('released') },
        ]
      }),
    )
  return { events, reserveLanes }
}

function receiverOn(db: Database, reserveLanes: ReserveLanes) {
  const woken: string[] = []
  const receiver = createAlertReceiver({
    db,
    live: new Live({ tell() {} }),
    known: new KnownConnections(db),
    rate: undefined,
    queueBound: new QueueBound(db),
    reserveLanes,
    wake: lanes => void woken.push(...lanes),
    giveWay() {},
    observer: { group() {} },
    log: createLog({ level: 'silent' }),
  })
  const receive = (addressId: string, text: string) => {
    const body = readBody(text)
    if (!body) throw new Error('it is empty')
    return receiver.receive(addressId, body, '127.0.0.1')
  }
  return { receive, woken }
}

it('stores an alert whose lane is reserved as begun, sends it once it is stored, and wakes no lane', async () => {
  await using store = await openTestStore()
  const { db } = store
  await insertConnection({ db, userId: 'ana' }, connectionRow('btc'))
  const { events, reserveLanes } = reservingAll()
  const { receive, woken } = receiverOn(db, reserveLanes)
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

it('releases the lanes of a group that can not be stored, and reserves them for each of it again', async () => {
  await using store = await openTestStore()
  const { db } = store
  for (const id of ['btc', 'eth', 'bad'])
    await insertConnection({ db, userId: 'ana' }, connectionRow(id))
  await sql`create trigger poison before insert on deliveries when new.connection_id = 'bad'
    begin select raise(abort, 'no'); end`.execute(db)
  const { events, reserveLanes } = reservingAll()
  const { receive } = receiverOn(db, reserveLanes)
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

it('reserves nothing for an alert that comes to a connection that is gone, or switched off', async () => {
  await using store = await openTestStore()
  const { db } = store
  await insertConnection({ db, userId: 'ana' }, { ...connectionRow('off'), is_active: 0 })
  const { events, reserveLanes } = reservingAll()
  const { receive } = receiverOn(db, reserveLanes)
  expect(await receive('gone', 'hola')).toBe('unknown')
  await receive('off', 'hola')
  expect(events).toEqual([])
})
