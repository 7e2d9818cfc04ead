/** Identifies the columns of a log by their headings in TradingView's languages, else by their cells. */
import { foldText } from '../format.ts'
import { readClaim } from './claim.ts'
import { looksLikeTime } from './log-time.ts'

export const logColumns = ['id', 'ticker', 'name', 'message', 'time', 'status'] as const
export type LogColumn = (typeof logColumns)[number]
export type Columns = Readonly<Record<LogColumn, number | null>>

/** Headings without case, accents and punctuation. Status comes first: its headings contain words of other columns. */
const words: readonly [LogColumn, RegExp][] = [
  ['status', /webhook|status|estado|etat|stato|durum|статус|状态|状態|상태/],
  ['id', /(^| )(id|ид|identifi\w*|编号|識別子)( |$)|^alertid$|警报id/],
  ['ticker', /ticker|symbol|simbol|instrument|symbole|тикер|символ|商品|代码|シンボル|심볼|티커/],
  [
    'time',
    /time|hora|fecha|date|data|zeit|datum|heure|ora\b|zaman|czas|время|дата|时间|時間|日時|시간/,
  ],
  [
    'message',
    /descri|message|mensaje|mensagem|messaggio|nachricht|beschreib|mesaj|ac[iı]klama|opis|сообщ|описан|描述|消息|説明|メッセージ|설명|메시지/,
  ],
  ['name', /name|nombre|nome|nom\b|\bad\b|isim|nazwa|назв|имя|名称|名前|名|이름/],
]
/** Folded like the cells: `foldText` strips marks from Japanese letters and decomposes Korean ones. */
const headings = words.map(
  ([column, { source }]) => [column, new RegExp(foldText(source))] as const,
)

/** Rows sampled to identify the columns. */
const SAMPLE = 200
/** Share of the non-empty cells of a column that must match. */
const MOST = 0.9

/** Whether the first line of a table is a heading. */
export function hasHeading([first = [], second = []]: readonly (readonly string[])[]): boolean {
  if (first.some(looksLikeTime)) return false
  return first.filter(cell => headingOf(cell) !== null).length >= 2 || second.some(looksLikeTime)
}

function headingOf(cell: string): LogColumn | null {
  const text = foldText(cell)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return headings.find(([, sign]) => sign.test(text))?.[0] ?? null
}

/**
 * Position of each column; null if the log lacks it.
 * @property candidates columns that could be the time, if several could
 */
export function findColumns(
  heading: readonly string[] | null,
  rows: readonly (readonly string[])[],
): { columns: Columns; candidates: number[] } {
  const columns: Record<LogColumn, number | null> = {
    id: null,
    ticker: null,
    name: null,
    message: null,
    time: null,
    status: null,
  }
  const taken = new Set<number>()
  const take = (column: LogColumn, place: number) => {
    if (columns[column] !== null || taken.has(place)) return
    columns[column] = place
    taken.add(place)
  }
  const sample = rows.slice(0, SAMPLE)
  const width = Math.max(heading?.length ?? 0, ...sample.map(row => row.length))
  const cells = Array.from({ length: width }, (_, place) =>
    sample.map(row => row[place]?.trim() ?? '').filter(cell => cell !== ''),
  )
  const isMostly = (place: number, sign: (cell: string) => boolean) => {
    const own = cells[place] ?? []
    return own.length > 0 && own.filter(sign).length >= own.length * MOST
  }
  heading?.forEach((cell, place) => {
    const column = headingOf(cell)
    if (column === 'time' && !isMostly(place, looksLikeTime) && sample.length > 0) return
    if (column) take(column, place)
  })
  const free = () => cells.flatMap((_, place) => (taken.has(place) ? [] : place))
  const times = columns.time === null ? free().filter(place => isMostly(place, looksLikeTime)) : []
  if (times.length === 1 && times[0] !== undefined) take('time', times[0])
  const guess = (column: LogColumn, sign: (cell: string) => boolean) => {
    const place = free().find(one => !times.includes(one) && isMostly(one, sign))
    if (place !== undefined) take(column, place)
  }
  guess('ticker', cell => /^[A-Z][A-Z0-9_]*:[A-Z0-9][\w.!/&-]*(,.*)?$/.test(cell))
  guess('id', cell => /^\d{5,}$/.test(cell))
  guess('status', cell => cell.length < 60 && /^(sent|failed)$/.test(readClaim(cell).claim))
  if (columns.message === null) {
    const longest = free()
      .filter(place => !times.includes(place))
      .map(place => ({ place, ...shapeOf(cells[place] ?? []) }))
      .sort((one, other) => other.structured - one.structured || other.length - one.length)[0]
    if (longest && (heading === null || longest.structured > 0)) take('message', longest.place)
  }
  if (heading === null) guess('name', cell => cell.length <= 200)
  return { columns, candidates: columns.time === null ? times : [] }
}

/** Average cell length, and the number of cells that look like an alert's message: JSON, or several lines. */
const shapeOf = (cells: readonly string[]) => ({
  length: cells.reduce((sum, text) => sum + text.length, 0) / Math.max(1, cells.length),
  structured: cells.filter(text => /^\s*\{|\n/.test(text)).length,
})
