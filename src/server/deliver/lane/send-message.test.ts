import { expect, it, vi } from 'vitest'
import { createLog } from '#server/base/log.ts'
import { createDelays } from '#server/deliver/delays.ts'
import type { DeliveryContext } from '#server/deliver/outcome/delivery-context.ts'
import { createDeliveryWriter, LeaseEndedError } from '#server/deliver/outcome/delivery-writer.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { insertDeliveries, isQueued } from '#server/store/queue/deliveries.ts'
import { insertAlerts } from '#server/store/rows/alerts.ts'
import { insertConnection } from '#server/store/rows/connections.ts'
import { alertRow, connectionRow, frontOfLane } from '../../../../tests/support/rows.ts'
import { openTestStore } from '../../../../tests/support/test-place.ts'
import { sendMessage } from './send-message.ts'

it('takes the attempt back when the lease is too short to send', async () => {
  await using store = await openTestStore()
  const { db } = store
  const lane = 'ana:1:2'
  await insertConnection({ db, userId: 'ana' }, { ...connectionRow('btc'), lane })
  const alert = alertRow({ user_id: 'ana', connection_id: 'btc' })
  await transaction(db, async trx => {
    await insertAlerts(trx, [alert])
    await insertDeliveries(trx, [{ alertId: alert.id, userId: 'ana', connectionId: 'btc', lane }])
  })
  const [waiting] = (await frontOfLane(db, lane)).filter(isQueued)
  if (!waiting) throw new Error('one waits')

  const lease = { heldFor: () => 0, allowsSend: () => false, isValid: async () => true }
  const log = createLog({ level: 'silent' })
  const sent = vi.fn()
  const context: Pick<DeliveryContext, 'telegram' | 'writer' | 'lease' | 'log'> = {
    telegram: { simulated: false, sendMessage: sent } as never,
    writer: createDeliveryWriter(db, {
      lease,
      delays: createDelays(),
      log,
      observer: { group() {} },
    }),
    lease,
    log,
  }
  const message = { text: 'x', entities: [], buttons: [], picture: null }
  const begun = { waiting, message, missing: [], taken: [], misfit: null, lateMinutes: null }
  const outgoing = {
    group: [begun],
    token: '',
    piece: message,
    end: null,
    sent: { ids: [], ends: [] },
  }
  const sending = sendMessage(outgoing as never, context as DeliveryContext, () => {})
  await expect(sending).rejects.toThrow(LeaseEndedError)
  expect(sent).not.toHaveBeenCalled()
  expect(await frontOfLane(db, lane)).toMatchObject([{ in_flight: 0, group_seq: null }])
})
