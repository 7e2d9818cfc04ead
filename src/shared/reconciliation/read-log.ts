import Papa from 'papaparse'
import { formatNumber } from '../format.ts'
import { MAX_LOG_ROWS } from '../limits.ts'
import { messageKeys, namedKey, nameKey } from './body-keys.ts'
import { readClaim } from './claim.ts'
import { digest } from './digest.ts'
import { type Columns, findColumns, hasHeading, type LogColumn } from './log-columns.ts'
import { type DateOrder, findDateOrder, readInstants, readWritten } from './log-time.ts'
import type { LogRow } from './pack.ts'
import type { Claim } from './verdicts.ts'

/** A row as it stands in the log. @property at milliseconds UTC; null where it can't be read */
export type LogEntry = {
  at: number | null
  written: string
  alertId: string
  name: string
  ticker: string
  message: string
  status: string
  claim: Claim
  /** Of a failure: `timeout`, or the status of an answer. */
  cause: string | null
}

/** What the reader can't know. @property example a cell that could be either */
export type LogQuestion =
  | { kind: 'column'; column: 'time' | 'message'; candidates: number[] }
  | { kind: 'date-order'; example: string }

/** @property timeZone of instants that do not say theirs; what was answered stands beside it */
export type LogChoices = {
  timeZone: string
  now: number
  columns?: Partial<Record<LogColumn, number | null>>
  dateOrder?: DateOrder
}

export type ReadLog = {
  /** Of the columns, for questions: what is written above them, or their first cells. */
  titles: string[]
  columns: Columns
  dateOrder: DateOrder | null
  /** Whether all instants say their zone, so that none is needed. */
  saysZone: boolean
  /** While there is one, `entries` is empty. */
  questions: LogQuestion[]
  entries: LogEntry[]
}

/** Why a file is no log, as one Spanish sentence. */
export class LogError extends Error {}

const DELIMITERS = [',', ';', '\t', '|']

/** @throws LogError */
export function readLog(text: string, choices: LogChoices): ReadLog {
  const table = readTable(text)
  const heading = hasHeading(table) ? (table[0] ?? []) : null
  const rows = heading ? table.slice(1) : table
  if (rows.length === 0) throw new LogError('El archivo no tiene ninguna alerta.')
  if (rows.length > MAX_LOG_ROWS)
    throw new LogError(
      `El registro tiene más de ${formatNumber(MAX_LOG_ROWS)} filas, que es lo que se compara de una vez. Expórtalo con menos días.`,
    )
  const found = findColumns(heading, rows)
  const columns = { ...found.columns, ...choices.columns }
  const titles = heading ?? (rows[0] ?? []).map(cell => cell.slice(0, 40))
  if (titles.length < 2) throw new LogError('No parece el registro de alertas de TradingView.')
  const cellOf = (row: readonly string[], column: LogColumn) => {
    const place = columns[column]
    return place === null ? '' : (row[place] ?? '')
  }
  const times = columns.time === null ? [] : rows.map(row => cellOf(row, 'time'))
  const dateOrder = choices.dateOrder ?? findDateOrder(times, choices)
  const questions = questionsOf({ columns, candidates: found.candidates, titles, times, dateOrder })
  const instants = readInstants(times, dateOrder ?? 'ymd', choices.timeZone)
  const hasStatus = columns.status !== null && rows.some(row => cellOf(row, 'status').trim() !== '')
  return {
    titles,
    columns,
    dateOrder,
    saysZone: times.every(time => readWritten(time)?.offset !== null),
    questions,
    entries:
      questions.length > 0
        ? []
        : rows.map((row, place) => {
            const written = cellOf(row, 'time')
            const status = cellOf(row, 'status').trim()
            const claim = hasStatus ? readClaim(status) : UNCLEAR
            return {
              at: instants[place] ?? null,
              written,
              alertId: cellOf(row, 'id').trim(),
              name: cellOf(row, 'name').trim(),
              ticker: cellOf(row, 'ticker').trim(),
              message: cellOf(row, 'message'),
              status,
              ...claim,
            }
          }),
  }
}

const UNCLEAR = { claim: 'unclear', cause: null } as const

/** What the server is told of an entry. */
export function rowOfEntry(entry: LogEntry): LogRow {
  const { exact, repaired, symbol } = messageKeys(entry.message)
  const { at, name, ticker, alertId, claim } = entry
  return {
    at,
    exact,
    repaired,
    named: namedKey(name, ticker || symbol),
    series: digest(alertId || `${name}|${ticker}`),
    name: nameKey(name),
    claim,
  }
}

/** Without what a spreadsheet adds: a mark, a line that says the separator, lines of nothing. */
function readTable(text: string): string[][] {
  const body = text.replace(/^\uFEFF/, '').replace(/^sep=.?\r?\n/i, '')
  if (body.includes('\0')) throw new LogError('El archivo no es un texto.')
  const { data } = Papa.parse<string[]>(body, {
    skipEmptyLines: 'greedy',
    delimitersToGuess: DELIMITERS,
    preview: MAX_LOG_ROWS + 2,
  })
  return data
}

function questionsOf({
  columns,
  candidates,
  titles,
  times,
  dateOrder,
}: {
  columns: Columns
  candidates: number[]
  titles: readonly string[]
  times: readonly string[]
  dateOrder: DateOrder | null
}): LogQuestion[] {
  const all = titles.map((_, place) => place)
  const free = all.filter(place => !Object.values(columns).includes(place))
  const questions: LogQuestion[] = []
  if (columns.time === null)
    questions.push({
      kind: 'column',
      column: 'time',
      candidates: candidates.length > 0 ? candidates : all,
    })
  if (columns.message === null)
    questions.push({ kind: 'column', column: 'message', candidates: free.length > 0 ? free : all })
  const open = times.find(time => readWritten(time)?.order === null)
  if (columns.time !== null && dateOrder === null && open !== undefined)
    questions.push({ kind: 'date-order', example: open })
  return questions
}
