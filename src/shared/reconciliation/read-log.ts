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

/** A row of the log as written. @property at milliseconds UTC; null if it can't be read */
export type LogEntry = {
  at: number | null
  written: string
  alertId: string
  name: string
  ticker: string
  message: string
  status: string
  claim: Claim
  /** Cause of a failure: `timeout`, or the HTTP status of the response. */
  cause: string | null
}

/** Ambiguity that the user must resolve. @property example a cell that allows both orders */
export type LogQuestion =
  | { kind: 'column'; column: 'time' | 'message'; candidates: number[] }
  | { kind: 'date-order'; example: string }

/** @property timeZone of instants without a written zone @property columns, dateOrder answers of the user */
export type LogChoices = {
  timeZone: string
  now: number
  columns?: Partial<Record<LogColumn, number | null>>
  dateOrder?: DateOrder
}

export type ReadLog = {
  /** Titles of the columns, for questions: their headings, else their first cells. */
  titles: string[]
  columns: Columns
  dateOrder: DateOrder | null
  /** Whether all instants include their zone, so that `timeZone` is not needed. */
  saysZone: boolean
  /** `entries` is empty until all questions are answered. */
  questions: LogQuestion[]
  entries: LogEntry[]
}

/** Why a file is not a log, as one Spanish sentence. */
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

/** Row of digests that is sent to the server for an entry. */
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

/** Parses the table without the additions of a spreadsheet: a byte order mark, a `sep=` line, empty lines. */
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
