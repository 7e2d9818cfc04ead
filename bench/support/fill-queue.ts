import { newOrderedId } from '#server/base/ids.ts'
import { bodyColumns } from '#server/ingest/body-columns.ts'
import type { Transacting } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { openStore } from '#server/store/open-store.ts'
import { insertDeliveries } from '#server/store/queue/deliveries.ts'
import { insertAlerts } from '#server/store/rows/alerts.ts'
import { readBody } from '#shared/body/read-body.ts'
import { alertBody } from './alert-request.ts'
import { postAtFullSpeed, takeNumber } from './post-alerts.ts'
import type { Pregonero } from './start-pregonero.ts'

const CONNECTIONS = 64
const BATCH = 500

/**
 * Queues a number of alerts, spread evenly over the lanes, while Telegram is away: the first of
 * each lane is posted, so that the lane waits for Telegram; the others are written into the store
 * as the webhook does.
 */
export async function fillQueue({ target, place }: Pregonero, count: number): Promise<void> {
  const posted = target.paths.length
  await postAtFullSpeed(target, { connections: CONNECTIONS, enough: begun => begun >= posted })
  await using store = await openStore(place)
  const lanes = await store.db
    .selectFrom('connections')
    .select(['id', 'user_id', 'name', 'lane'])
    .execute()
  for (let nth = posted; nth < count; nth += BATCH)
    await transaction(store.db, trx =>
      writeAlerts(
        trx,
        Array.from({ length: Math.min(BATCH, count - nth) }, (_, place) =>
          newAlert(lanes[(nth + place) % lanes.length]),
        ),
      ),
    )
}

type Lane = { id: string; user_id: string; name: string; lane: string }

function newAlert(connection: Lane | undefined) {
  const body = readBody(alertBody(takeNumber()))
  if (!connection || !body) throw new Error('there is no connection')
  const receivedAt = Date.now()
  return {
    lane: connection.lane,
    row: {
      id: newOrderedId(receivedAt),
      user_id: connection.user_id,
      connection_id: connection.id,
      address_id: null,
      connection_name: connection.name,
      received_at: receivedAt,
      received_from: null,
      ...bodyColumns(body, connection.name, []),
      status: 'pending' as const,
      error_code: null,
      error_reason: null,
    },
  }
}

async function writeAlerts(
  trx: Transacting,
  alerts: readonly ReturnType<typeof newAlert>[],
): Promise<void> {
  await insertAlerts(
    trx,
    alerts.map(({ row }) => row),
  )
  await insertDeliveries(
    trx,
    alerts.map(({ row, lane }) => ({
      alertId: row.id,
      userId: row.user_id,
      connectionId: row.connection_id,
      lane,
    })),
  )
}
