/** How rows travel to the server and what it found travels back: as what it can pass on unread. */
import { type Claim, claims, type Doubt, doubts, type Verdict, verdicts } from './verdicts.ts'

/**
 * What the server is told of a row of the log. Keys are digests, 0 where there is none.
 * @property at milliseconds UTC; null where it can't be read
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

/** What packed rows are called on the way. */
export const ROWS_TYPE = 'application/octet-stream'

const NUMBERS = ['at', 'exact', 'repaired', 'named', 'series', 'name'] as const
/** Of a number of 48 bits. */
const NUMBER_BYTES = 6
/** Of one packed row. */
export const ROW_BYTES = NUMBERS.length * NUMBER_BYTES + 1

const LOW = 2 ** 32

/** Of each row six numbers, the highest byte first, and the place of its claim. */
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

/** Whatever the bytes are, they become rows. */
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

/** An alert of the history that has to do with the log. @property receivedAt milliseconds UTC */
export type ComparedAlert = {
  id: string
  receivedAt: number
  connectionId: string
  status: 'pending' | 'success' | 'failed'
  name: string
  /** Why it failed or waits, in Spanish. */
  reason: string | null
}

/** @property alsoEqual how many rows of the same second have the same message, itself among them, where several */
export type RowFinding = {
  verdict: Verdict
  doubt: Doubt | null
  alert: ComparedAlert | null
  alsoEqual: number
}

export type Comparison = {
  asOf: number
  /** What came earlier is not kept; 0: everything is. */
  keptSince: number
  /** As the rows were given. */
  rows: RowFinding[]
  /** Alerts between the log's first row and its last that are none of its rows: the first 5,000. */
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

/** Of a row: the places of its verdict, its doubt and its alert, and how many are equal. */
type PackedRow = [number, number, number, number]
/** Its id and instant, and the places of its other texts. */
type PackedAlert = [string, number, number, number, number, number]
type Packed = Omit<Comparison, 'rows' | 'unlisted'> & {
  rows: PackedRow[]
  unlisted: number[]
  alerts: PackedAlert[]
  texts: string[]
}

/** @throws Error when the report is none that `packComparison` made, compressed */
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
