import { expect, it } from 'vitest'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { insertAlerts } from '#server/store/rows/alerts.ts'
import { insertConnection } from '#server/store/rows/connections.ts'
import { alertRow, connectionRow, frontOfLane } from '../../../../tests/support/rows.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { insertDeliveries, isQueued, type QueuedDelivery } from './deliveries.ts'
import { saveSentParts } from './outcomes.ts'
import { postponeDeliveries, recoverInFlight } from './repeat-deliveries.ts'

const LANE = 'ana:1:2'
const ATTEMPT = { at: 0, ms: 20_000, code: 'timeout', reason: 'Telegram no contestó.' }

async function waitingOne(db: Database): Promise<() => Promise<QueuedDelivery>> {
  await insertConnection({ db, userId: 'ana' }, { ...connectionRow('oro'), lane: LANE })
  const alert = alertRow({ user_id: 'ana', connection_id: 'oro' })
  await transaction(db, async trx => {
    await insertAlerts(trx, [alert])
    await insertDeliveries(trx, [
      { alertId: alert.id, userId: 'ana', connectionId: 'oro', lane: LANE },
    ])
  })
  return async () => {
    const [waiting] = (await frontOfLane(db, LANE)).filter(isQueued)
    if (!waiting) throw new Error('nothing waits')
    return waiting
  }
}

it('counts sends that may have arrived until a part of the message arrives', async () => {
  await using store = await openTestStore()
  const { db } = store
  const head = await waitingOne(db)
  const unanswered = (uncertain: boolean) => (trx: Transacting, waiting: QueuedDelivery) =>
    postponeDeliveries(trx, [{ waiting, counted: 1, wait: 0 }], { now: 0, uncertain }, ATTEMPT)
  const seen: number[] = []
  for (const step of [
    unanswered(true),
    unanswered(false),
    (trx: Transacting, waiting: QueuedDelivery) => recoverInFlight(trx, [waiting]),
    async (trx: Transacting, { seq }: QueuedDelivery) =>
      void (await saveSentParts(trx, seq, { ids: [1], ends: [9] })),
  ]) {
    const waiting = await head()
    await transaction(db, trx => step(trx, waiting))
    seen.push((await head()).doubts)
  }
  expect(seen).toEqual([1, 1, 2, 0])
})
