/** Formats of the rows sent to the server and of its findings; its main thread forwards both unread. */
import { type Claim, claims, type Doubt, doubts, type Verdict, verdicts } from './verdicts.ts'

/**
 * Data that the server receives for a row of the log. Keys are digests, 0 if missing.
 * @property at milliseconds UTC; null if it can't be read
 * @property series of the TradingView alert that fired
 */
export type LogRow = {
  at: number | null
  exact: number
  repaired: number
  named: number
  series: number
  name: number
  claim: Claim
}

/** Media type of packed rows. */
export const ROWS_TYPE = 'application/octet-stream'

const NUMBERS = ['at', 'exact', 'repaired', 'named', 'series', 'name'] as const
/** Bytes of a 48-bit number. */
const NUMBER_BYTES = 6
/** Bytes of a packed row. */
export const ROW_BYTES = NUMBERS.length * NUMBER_BYTES + 1

const LOW = 2 ** 32

/** Packs each row as six 48-bit big-endian numbers and the index of its claim. */
export function packRows(rows: readonly LogRow[]): File {
  const view = new DataView(new ArrayBuffer(rows.length * ROW_BYTES))
  rows.forEach((row, nth) => {
    let at = nth * ROW_BYTES
    for (const name of NUMBERS) {
      const number = row[name] ?? 0
      view.setUint16(at, Math.floor(number / LOW))
      view.setUint32(at + 2, number)
      at += NUMBER_BYTES
    }
    view.setUint8(at, claims.indexOf(row.claim))
  })
  return new File([view], 'rows', { type: ROWS_TYPE })
}

/** Unpacks rows from any bytes; an unknown claim becomes `unclear`. */
export function unpackRows(bytes: ArrayBuffer): LogRow[] {
  const view = new DataView(bytes)
  const rows: LogRow[] = []
  for (let at = 0; at + ROW_BYTES <= bytes.byteLength; at += ROW_BYTES) {
    const number = (field: number) => {
      const place = at + field * NUMBER_BYTES
      return view.getUint16(place) * LOW + view.getUint32(place + 2)
    }
    const instant = number(0)
    rows.push({
      at: instant === 0 ? null : instant,
      exact: number(1),
      repaired: number(2),
      named: number(3),
      series: number(4),
      name: number(5),
      claim: claims[view.getUint8(at + ROW_BYTES - 1)] ?? 'unclear',
    })
  }
  return rows
}

/** An alert of the history that is part of the comparison. @property receivedAt milliseconds UTC */
export type ComparedAlert = {
  id: string
  receivedAt: number
  connectionId: string
  status: 'pending' | 'success' | 'failed'
  name: string
  /** Why it failed or waits, in Spanish. */
  reason: string | null
}

/** @property alsoEqual number of rows in the same second with the same message, itself included; 0 if unique */
export type RowFinding = {
  verdict: Verdict
  doubt: Doubt | null
  alert: ComparedAlert | null
  alsoEqual: number
}

export type Comparison = {
  asOf: number
  /** Alerts received earlier are no longer stored; 0 if all are. */
  keptSince: number
  /** In the order of the given rows. */
  rows: RowFinding[]
  /** Alerts received between the log's earliest and latest instant that match no row: the earliest 5,000. */
  unlisted: ComparedAlert[]
  unlistedTotal: number
  connections: { id: string; name: string }[]
}

/** As JSON, to be compressed by gzip. Texts that many alerts share are written once. */
export function packComparison({ rows, unlisted, ...rest }: Comparison): string {
  const alerts: PackedAlert[] = []
  const texts = new Map<string, number>()
  const textAt = (text: string): number => {
    const place = texts.get(text) ?? texts.size
    texts.set(text, place)
    return place
  }
  const alertAt = (alert: ComparedAlert | null): number => {
    if (alert === null) return NONE
    const { id, receivedAt, connectionId, status, name, reason } = alert
    const told = [connectionId, status, name].map(textAt) as [number, number, number]
    return alerts.push([id, receivedAt, ...told, reason === null ? NONE : textAt(reason)]) - 1
  }
  const packed: Packed = {
    ...rest,
    rows: rows.map(({ verdict, doubt, alert, alsoEqual }) => [
      verdicts.indexOf(verdict),
      doubt === null ? NONE : doubts.indexOf(doubt),
      alertAt(alert),
      alsoEqual,
    ]),
    unlisted: unlisted.map(alertAt),
    alerts,
    texts: [...texts.keys()],
  }
  return JSON.stringify(packed)
}

const NONE = -1

/** Indices of the verdict, doubt and alert of a row, and its `alsoEqual`. */
type PackedRow = [number, number, number, number]
/** Id and instant of an alert, and the indices of its other texts. */
type PackedAlert = [string, number, number, number, number, number]
type Packed = Omit<Comparison, 'rows' | 'unlisted'> & {
  rows: PackedRow[]
  unlisted: number[]
  alerts: PackedAlert[]
  texts: string[]
}

/** @throws Error if the report is not a compressed result of `packComparison` */
export async function unpackComparison(report: Blob): Promise<Comparison> {
  const json = new Response(report.stream().pipeThrough(new DecompressionStream('gzip')))
  const { alerts: packed, rows, unlisted, texts, ...rest }: Packed = JSON.parse(await json.text())
  const textAt = (place: number): string => texts[place] ?? ''
  const alerts = packed.map(
    ([id, receivedAt, connection, status, name, reason]): ComparedAlert => ({
      id,
      receivedAt,
      connectionId: textAt(connection),
      status: textAt(status) as ComparedAlert['status'],
      name: textAt(name),
      reason: texts[reason] ?? null,
    }),
  )
  return {
    ...rest,
    rows: rows.map(([verdict, doubt, alert, alsoEqual]) => ({
      verdict: verdicts[verdict] ?? 'unknown',
      doubt: doubts[doubt] ?? null,
      alert: alerts[alert] ?? null,
      alsoEqual,
    })),
    unlisted: unlisted.flatMap(place => alerts[place] ?? []),
  }
}
