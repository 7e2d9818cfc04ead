import { afterEach, beforeEach, expect, it } from 'vitest'
import { ownerTransaction } from '#server/store/engine/owner.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { insertAlerts } from '#server/store/rows/alerts.ts'
import { insertConnection } from '#server/store/rows/connections.ts'
import { alertRow, connectionRow, frontOfLane } from '../../../../tests/support/rows.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { beginAttempts } from './begin-attempt.ts'
import { insertDeliveries, isQueued } from './deliveries.ts'
import { lanesOverdue } from './overdue.ts'
import {
  ALL_LANES,
  deleteEndedPauses,
  deleteUnusedPauses,
  movePause,
  pausedAmong,
  pauseLane,
  readPauses,
  resumeLane,
} from './pauses.ts'

const LANE = 'ana:1:2'
const OTHER = 'ana:1:3'

let store: Awaited<ReturnType<typeof openTestStore>>
const ana = () => ({ db: store.db, userId: 'ana' })
beforeEach(async () => {
  store = await openTestStore()
  for (const [id, lane] of [
    ['btc', LANE],
    ['eth', OTHER],
  ] as const)
    await insertConnection(ana(), { ...connectionRow(id), lane })
})
afterEach(() => store[Symbol.asyncDispose]())

const pause = (lane: string, now: number) =>
  ownerTransaction(ana(), own => pauseLane(own, lane, now))
const resume = (lane: string, now: number) =>
  ownerTransaction(ana(), own => resumeLane(own, lane, now))
const paused = async () => [...(await pausedAmong(store.db, [LANE, OTHER, 'bea:1:2']))].toSorted()

/** Stores an alert of `btc`, received at `at`. */
const receive = (at: number) =>
  transaction(store.db, async trx => {
    const of = { user_id: 'ana', connection_id: 'btc', received_at: at }
    const alert = alertRow(of)
    await insertAlerts(trx, [alert])
    const delivery = { alertId: alert.id, userId: 'ana', connectionId: 'btc', lane: LANE }
    await insertDeliveries(trx, [delivery])
  })

it('pauses a lane from its first pause until it resumes', async () => {
  await pause(LANE, 10)
  await pause(LANE, 20)
  expect(await paused()).toEqual([LANE])
  expect(await readPauses(ana())).toEqual(new Map([[LANE, 10]]))
  await resume(LANE, 30)
  expect(await paused()).toEqual([])
  await pause(LANE, 40)
  expect(await readPauses(ana())).toEqual(new Map([[LANE, 40]]))
})

it('pauses and resumes all lanes of an account together', async () => {
  await pause(LANE, 10)
  await pause(ALL_LANES, 20)
  expect(await paused()).toEqual([LANE, OTHER])
  await resume(LANE, 30)
  expect(await paused()).toEqual([LANE, OTHER])
  await pause(OTHER, 40)
  await resume(ALL_LANES, 50)
  expect(await paused()).toEqual([])
})

it('marks the deliveries of a paused lane', async () => {
  await receive(0)
  const isPaused = async () => (await frontOfLane(store.db, LANE)).map(entry => entry.is_paused)
  expect(await isPaused()).toEqual([0])
  await pause(ALL_LANES, 10)
  expect(await isPaused()).toEqual([1])
})

it('refuses to begin a message composed before its lane was paused', async () => {
  await receive(0)
  const [waiting] = (await frontOfLane(store.db, LANE)).filter(isQueued)
  if (!waiting) throw new Error('nothing waits')
  const of = {
    message: { text: 'x', entities: [], buttons: [], picture: null },
    missing: [],
    taken: [],
    misfit: null,
  }
  const group = [{ ...of, waiting, lateMinutes: null }] as const
  const begin = () => transaction(store.db, trx => beginAttempts(trx, [group], 0))
  await pause(LANE, 10)
  expect(await begin()).toEqual([false])
  await resume(LANE, 20)
  expect(await begin()).toEqual([true])
})

it('counts a lane as overdue only from when it resumed', async () => {
  await receive(0)
  const overdue = async (before: number) =>
    (await lanesOverdue(store.db, [LANE], before)).map(({ lane }) => lane)
  await pause(LANE, 10)
  expect(await overdue(100)).toEqual([])
  await resume(LANE, 50)
  expect(await overdue(40)).toEqual([])
  expect(await overdue(60)).toEqual([LANE])
})

it('moves a pause with a chat that gets another id', async () => {
  await pause(LANE, 10)
  await store.db
    .updateTable('connections')
    .set({ lane: 'ana:1:-100' })
    .where('id', '=', 'btc')
    .execute()
  await transaction(store.db, trx => movePause(trx, LANE, 'ana:1:-100'))
  expect(await readPauses(ana())).toEqual(new Map([['ana:1:-100', 10]]))
})

it('deletes a pause with the last connection to its chat', async () => {
  for (const lane of [ALL_LANES, LANE, OTHER]) await pause(lane, 10)
  await store.db.deleteFrom('connections').where('id', '=', 'btc').execute()
  await ownerTransaction(ana(), deleteUnusedPauses)
  expect([...(await readPauses(ana())).keys()].toSorted()).toEqual([ALL_LANES, OTHER])
})

it('deletes ended pauses and keeps lasting ones', async () => {
  await pause(LANE, 10)
  await pause(OTHER, 10)
  await resume(LANE, 20)
  await deleteEndedPauses(store.db, 20)
  const rows = await store.db.selectFrom('pauses').select('lane').execute()
  expect(rows).toEqual([{ lane: OTHER }])
})
