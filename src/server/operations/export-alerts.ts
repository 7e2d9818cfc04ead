/** The history as a file, written while it is read. */
import type { Criteria } from '#server/store/find-alerts.ts'
import type { Owner } from '#server/store/owner.ts'
import { type WalkedAlert, walkAlerts } from '#server/store/walk-alerts.ts'
import { deliveryWords } from '#shared/delivery.ts'
import { DELIVERY_MAX_ATTEMPTS } from '#shared/limits.ts'
import { parsePayload } from '#shared/message/payload.ts'
import { csvLine } from './csv-line.ts'
import { instant, instantOrNull } from './instants.ts'

export const exportFormats = ['csv', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** One line an alert; in CSV the instants are the clock's of a time zone, as spreadsheets want them. */
export async function* exportAlerts(
  reading: Owner,
  criteria: Criteria,
  { format, tz }: { format: ExportFormat; tz: string },
): AsyncGenerator<string> {
  yield* format === 'csv' ? csv(reading, criteria, tz) : json(reading, criteria)
}

async function* csv(reading: Owner, criteria: Criteria, tz: string): AsyncGenerator<string> {
  const columns = csvColumns(tz)
  yield BYTE_ORDER_MARK + csvLine(columns.map(([title]) => title))
  for await (const alert of walkAlerts(reading, criteria))
    yield csvLine(columns.map(([, value]) => value(alert)))
}

/** Without it, spreadsheets don't take the file for Unicode. */
const BYTE_ORDER_MARK = '\uFEFF'

function csvColumns(timeZone: string): [title: string, value: (alert: WalkedAlert) => string][] {
  // Swedish writes instants as 2026-11-21 09:30:00.
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return [
    [`Fecha (${timeZone})`, alert => clock.format(alert.received_at)],
    ['Alerta', alert => alert.name],
    ['Conexión', alert => alert.connection_name],
    ['Estado', alert => deliveryWords[alert.status]],
    ['Intentos', alert => String(alert.attempts)],
    ['Motivo', alert => alert.error_reason ?? ''],
    [
      `Entregada (${timeZone})`,
      alert => (alert.delivered_at === null ? '' : clock.format(alert.delivered_at)),
    ],
    ['Mensaje', alert => alert.message_text ?? ''],
    ['Payload', alert => alert.payload],
    ['ID', alert => alert.id],
  ]
}

async function* json(reading: Owner, criteria: Criteria): AsyncGenerator<string> {
  yield '['
  let separator = '\n'
  for await (const alert of walkAlerts(reading, criteria)) {
    yield separator + jsonOf(alert)
    separator = ',\n'
  }
  yield '\n]\n'
}

/** The payload goes as it stands, for numbers of it may be more than JavaScript can tell. */
function jsonOf(alert: WalkedAlert): string {
  const fields = {
    id: alert.id,
    name: alert.name,
    connectionId: alert.connection_id,
    connectionName: alert.connection_name,
    timestamp: instant(alert.received_at),
    telegramDeliveryStatus: alert.status,
    retryAttempts: Math.min(alert.attempts, DELIVERY_MAX_ATTEMPTS),
    reason: alert.error_reason,
    deliveredAt: instantOrNull(alert.delivered_at),
    message: alert.message_text,
  }
  const payload = JSON.stringify(parsePayload(alert.payload))
  return `${JSON.stringify(fields).slice(0, -1)},"receivedPayload":${payload}}`
}
