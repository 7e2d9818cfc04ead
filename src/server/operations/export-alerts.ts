/** Writes the history as a file while reading it. */

import type { WalkedAlert } from '#server/store/history/history.ts'
import { BYTE_ORDER_MARK, csvLine } from '#shared/csv-line.ts'
import { deliveryWords } from '#shared/delivery-status.ts'
import { DELIVERY_MAX_ATTEMPTS } from '#shared/limits.ts'
import type { ExportFormat } from '#shared/list-choices.ts'
import { maskConnectionId } from '#shared/message/mask-connection-id.ts'
import type { RichMessage } from '#shared/message/rich-message.ts'
import { parsePayload } from '#shared/payload/payload.ts'
import { attemptsOf } from './alerts.ts'
import { instant, instantOrNull } from './instants.ts'

/** Writes each alert as one line; in CSV, instants are local times of `tz`, as spreadsheets expect. */
export async function* exportAlerts(
  alerts: AsyncIterable<WalkedAlert>,
  { format, tz }: { format: ExportFormat; tz: string },
): AsyncGenerator<string> {
  yield* format === 'csv' ? csv(alerts, tz) : json(alerts)
}

async function* csv(alerts: AsyncIterable<WalkedAlert>, tz: string): AsyncGenerator<string> {
  const columns = csvColumns(tz)
  yield BYTE_ORDER_MARK + csvLine(columns.map(([title]) => title))
  for await (const alert of alerts) {
    const exported = asExported(alert)
    yield csvLine(columns.map(([, value]) => value(exported)))
  }
}

function csvColumns(timeZone: string): [title: string, value: (alert: ExportedAlert) => string][] {
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
    ['Recibida desde', alert => alert.received_from ?? ''],
  ]
}

async function* json(alerts: AsyncIterable<WalkedAlert>): AsyncGenerator<string> {
  yield '['
  let separator = '\n'
  for await (const alert of alerts) {
    yield separator + jsonOf(asExported(alert))
    separator = ',\n'
  }
  yield '\n]\n'
}

/** Keeps the payload's numbers as written, because they may exceed JavaScript's precision. */
function jsonOf(alert: ExportedAlert): string {
  const fields = {
    id: alert.id,
    name: alert.name,
    connectionName: alert.connection_name,
    timestamp: instant(alert.received_at),
    receivedFrom: alert.received_from,
    telegramDeliveryStatus: alert.status,
    retryAttempts: alert.attempts,
    reason: alert.error_reason,
    deliveredAt: instantOrNull(alert.delivered_at),
    message: alert.message_text,
    attempts: attemptsOf(alert.attempt_log),
  }
  const payload = JSON.stringify(parsePayload(alert.payload))
  return `${JSON.stringify(fields).slice(0, -1)},"receivedPayload":${payload}}`
}

type ExportedAlert = Omit<WalkedAlert, 'connection_id' | 'address_id'>

/** Masks the secret ids of webhook addresses, because people pass the file on. */
function asExported({ connection_id, address_id, ...alert }: WalkedAlert): ExportedAlert {
  const masked = (text: string) =>
    [connection_id, address_id ?? ''].reduce((message, id) => maskConnectionId(message, id), {
      text,
      entities: [],
    } as RichMessage).text
  return {
    ...alert,
    name: masked(alert.name),
    attempts: Math.min(alert.attempts, DELIVERY_MAX_ATTEMPTS),
    message_text: alert.message_text === null ? null : masked(alert.message_text),
    payload: mapStrings(alert.payload, masked),
  }
}

/** Maps keys and text values of a JSON text; everything else stays as written. */
const mapStrings = (json: string, map: (text: string) => string): string =>
  json.replace(/"[^"\\]*(?:\\.[^"\\]*)*"/g, written => {
    const text: string = JSON.parse(written)
    const mapped = map(text)
    return mapped === text ? written : JSON.stringify(mapped)
  })
