import type { Live } from '#server/live/live.ts'
import {
  type AlertRow,
  type ListedAlert,
  listAlerts,
  readAlert,
  reviveAlert,
} from '#server/store/alerts.ts'
import { readConnection } from '#server/store/connections.ts'
import { insertDeliveries } from '#server/store/deliveries.ts'
import { ownerTransaction } from '#server/store/owner.ts'
import { parsePayload } from '#shared/message/payload.ts'
import type { Alert, AlertDetail } from '#shared/model/alert.ts'
import { mine } from './signed-in.ts'

export const alertOperations = ({
  live,
  wake,
}: {
  live: Live
  /** Tells the dispatcher that something waits in these lanes. */
  wake: (lanes: string[]) => void
}) => ({
  list: mine.alerts.list.handler(async ({ context: { owner }, input }) => {
    const asOf = new Date().toISOString()
    const { rows, total } = await listAlerts(owner, input)
    const { page, pageSize } = input
    return { items: rows.map(asAlert), total, page, pageSize, asOf }
  }),

  read: mine.alerts.read.handler(async ({ context: { owner }, input, errors }) => {
    const row = await readAlert(owner, input.id)
    if (!row) throw errors.NOT_FOUND()
    return asDetail(row)
  }),

  resend: mine.alerts.resend.handler(async ({ context: { owner }, input, errors }) => {
    const { lane, row } = await ownerTransaction(owner, async own => {
      const alert = await readAlert(own, input.id)
      if (!alert) throw errors.NOT_FOUND()
      const connection = await readConnection(own, alert.connection_id)
      if (!connection) throw errors.CONNECTION_GONE()
      if (connection.is_active === 0) throw errors.CONNECTION_INACTIVE()
      const { id: alertId, user_id: userId, connection_id: connectionId } = alert
      const delivery = { alertId, userId, connectionId, lane: connection.lane }
      if (await reviveAlert(own, alertId)) await insertDeliveries(own.db, [delivery])
      return { lane: connection.lane, row: await readAlert(own, alertId) }
    })
    if (!row) throw errors.NOT_FOUND()
    wake([lane])
    live.changed(owner.userId, 'alerts', 'connections')
    return asDetail(row)
  }),
})

const asAlert = (row: ListedAlert): Alert => ({
  id: row.id,
  name: row.name,
  connectionId: row.connection_id,
  connectionName: row.connection_name,
  timestamp: instant(row.received_at),
  summary: row.summary,
  telegramDeliveryStatus: row.status,
  retryAttempts: row.attempts,
  reason: row.error_reason,
  deliveredInMs: row.delivered_at === null ? null : row.delivered_at - row.received_at,
})

const asDetail = (row: AlertRow): AlertDetail => ({
  ...asAlert(row),
  reading: row.reading,
  receivedPayload: JSON.parse(row.payload),
  payloadText: JSON.stringify(parsePayload(row.payload), null, 2),
  rawBody: row.raw_body,
  message:
    row.message_text === null
      ? null
      : { text: row.message_text, entities: JSON.parse(row.message_entities ?? '[]') },
  messageIds: JSON.parse(row.message_ids),
  missing: JSON.parse(row.missing),
  uncertain: row.uncertain === 1,
  barTime: instantOrNull(row.bar_time),
  firedAt: instantOrNull(row.fired_at),
  firstAttemptAt: instantOrNull(row.first_attempt_at),
  deliveredAt: instantOrNull(row.delivered_at),
  nextAttemptAt: instantOrNull(row.next_attempt_at),
})

const instant = (ms: number): string => new Date(ms).toISOString()
const instantOrNull = (ms: number | null): string | null => (ms === null ? null : instant(ms))
