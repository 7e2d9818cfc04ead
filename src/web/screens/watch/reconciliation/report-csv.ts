import { BYTE_ORDER_MARK, csvLine } from '#shared/csv-line.ts'
import { localTimeZone } from '#web/data/local-time.ts'
import type { ReportRow } from './report.ts'
import { keptReason, verdictWords } from './words.ts'

/** CSV of the report for Spanish spreadsheets, oldest row first. */
export function reportCsv(rows: readonly ReportRow[], timeZone = localTimeZone()): string[] {
  // The Swedish locale writes instants as 2026-11-21 09:30:00.
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const instant = (at: number | null) => (at === null ? '' : clock.format(at))
  const head = [
    'Veredicto',
    `En TradingView (${timeZone})`,
    `Llegó (${timeZone})`,
    'Alerta',
    'Símbolo',
    'Conexión',
    'Motivo',
    'Webhook según TradingView',
    'ID',
  ]
  const lines = rows
    .toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0))
    .map(row =>
      csvLine([
        verdictWords[row.verdict].long,
        instant(row.firedAt),
        instant(row.arrivedAt),
        row.name,
        row.symbol,
        row.connectionName,
        keptReason(row),
        row.statusText,
        row.alertId ?? '',
      ]),
    )
  return [BYTE_ORDER_MARK, csvLine(head), ...lines]
}
