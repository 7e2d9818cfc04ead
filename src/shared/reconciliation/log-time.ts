/** Reads instants as logs write them. */
export const dateOrders = ['ymd', 'dmy', 'mdy'] as const
export type DateOrder = (typeof dateOrders)[number]

/**
 * Parts of a written instant.
 * @property numbers the three of the date, in the order of `order` or, if that is null, as written
 */
type Written = {
  numbers: [number, number, number]
  /** Order of `numbers`; null if ambiguous, which it is unless the date has a leading year or a month name. */
  order: DateOrder | null
  clock: [number, number, number, number]
  /** Minutes east of UTC; null if the zone is not written. */
  offset: number | null
}

const CLOCK =
  /([ap]m\s*)?(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,9}))?)?\s*([ap]m)?\s*(z|utc|gmt|(?:utc|gmt)?\s*[+\-−]\d{1,2}(?::?\d{2})?)?\s*$/i
const NUMERIC = /^(\d{1,4})[-/. ]\s?(\d{1,2})[-/. ]\s?(\d{1,4})\.?$/
const WORDED =
  /^(?:(\d{1,2})\.?\s*(?:de\s+)?(\p{L}{3,})\.?|(\p{L}{3,})\.?\s*(\d{1,2}))[,\s]*(?:de\s+)?(\d{4})$/u
const MONTHS = [
  /^(jan|ene|gen|sty|oca|янв)/,
  /^(feb|fev|lut|sub|фев)/,
  /^(mar|mrz|мар)/,
  /^(apr|abr|avr|kwi|nis|апр)/,
  /^(may|mai|mag|maj|ма[яи])/,
  /^(jun|juin|giu|cze|haz|июн)/,
  /^(jul|juil|lug|lip|tem|июл)/,
  /^(aug|ago|aou|sie|agu|авг)/,
  /^(sep|set|wrz|eyl|сен)/,
  /^(oct|okt|out|ott|paz|eki|окт)/,
  /^(nov|lis|kas|ноя)/,
  /^(dec|dic|dez|gru|ara|дек)/,
]
/** Unix time in seconds or milliseconds, up to May 2033. */
const EPOCH = /^1?\d{9}(\d{3})?(\.\d+)?$/

export const looksLikeTime = (cell: string): boolean =>
  EPOCH.test(cell.trim()) || readWritten(cell) !== null

/** Notations of various languages, and their replacements. */
const WRITINGS: readonly (readonly [RegExp, string])[] = [
  [/[\u00a0\u202f\u2009]/g, ' '],
  [/^\s*\p{L}+\.?,\s*/u, ''],
  [/(\d)\s*[年년月월]\s*(?=\d)/g, '$1-'],
  [/(\d)\s*[日일]\s*/, '$1 '],
  [/(?:午前|上午|오전|öö|a\.?\s?m\.?)(?=[\s\d]|$)\s*/iu, 'am '],
  [/(?:午後|下午|오후|ös|p\.?\s?m\.?)(?=[\s\d]|$)\s*/iu, 'pm '],
  [/\s(?:г\.?|à|at|um|a las|às)(?=[\s,])/iu, ' '],
]

export function readWritten(cell: string): Written | null {
  if (cell.length > 80) return null
  const text = WRITINGS.reduce((read, [sign, plain]) => read.replace(sign, plain), cell).trim()
  const clockAt = /(?:^|[\sT,])(?=(?:[ap]m\s*)?\d{1,2}(?:[:h]\d{2}|\.\d{2}\.\d{2}\s*$))/.exec(text)
  if (!clockAt) return null
  const clock = CLOCK.exec(text.slice(clockAt.index + clockAt[0].length))
  const date = readDate(text.slice(0, clockAt.index).replace(/[,\s]+$/, ''))
  if (clock?.index !== 0 || !date) return null
  const [, before, hour = '', minute = '', second = '0', fraction = '', after, zone] = clock
  const half = before ?? after
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/^p/.test(half) ? 12 : 0)
  if (hours > 23 || Number(minute) > 59 || Number(second) > 60) return null
  const ms = Number(fraction.padEnd(3, '0').slice(0, 3))
  return {
    ...date,
    clock: [hours, Number(minute), Number(second), ms],
    offset: zone === undefined ? null : offsetOf(zone),
  }
}

function readDate(text: string): Pick<Written, 'numbers' | 'order'> | null {
  const numeric = NUMERIC.exec(text)
  if (numeric) {
    const [, first = '', second = '', third = ''] = numeric
    const numbers: Written['numbers'] = [Number(first), Number(second), Number(third)]
    if (first.length === 4) return { numbers, order: 'ymd' }
    return third.length === 4 || third.length === 2 ? { numbers, order: null } : null
  }
  const worded = WORDED.exec(text)
  if (!worded) return null
  const [, dayFirst, wordAfter, wordFirst, dayAfter, year] = worded
  const word = (wordAfter ?? wordFirst ?? '').toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  const month = MONTHS.findIndex(sign => sign.test(word)) + 1
  if (month === 0) return null
  return { numbers: [Number(year), month, Number(dayFirst ?? dayAfter)], order: 'ymd' }
}

function offsetOf(zone: string): number {
  const [, sign, hours, minutes = '0'] = /([+\-−])(\d{1,2}):?(\d{2})?/.exec(zone) ?? []
  if (hours === undefined) return 0
  return (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes))
}

/**
 * Order of day and month in a log: the order that all ambiguous instants allow; `ymd` if there are none. If at
 * least three are ambiguous and all allow both, the order that makes them sorted by time, up or down, and not more than
 * a day in the future. Null if the user must choose.
 */
export function findDateOrder(
  cells: readonly string[],
  { timeZone, now }: { timeZone: string; now: number },
): DateOrder | null {
  const open = cells.flatMap(cell => {
    const written = readWritten(cell)
    return written?.order === null ? written : []
  })
  const possible = (['dmy', 'mdy'] as const).filter(order =>
    open.every(written => isDate(inOrder(written.numbers, order))),
  )
  if (open.length === 0) return 'ymd'
  if (possible.length < 2) return possible[0] ?? null
  if (open.every(({ numbers: [first, second] }) => first === second)) return 'dmy'
  const sensible = possible.filter(order => {
    const at = open.map(written => instantOf(written, order, timeZone)?.first ?? 0)
    return at.every(instant => instant <= now + 86_400_000) && isSorted(at)
  })
  return sensible.length === 1 && open.length > 2 ? (sensible[0] ?? null) : null
}

const isSorted = (at: readonly number[]): boolean => isAscending(at) || isAscending(at.toReversed())

const isAscending = (at: readonly number[]): boolean =>
  at.every((one, place) => place === 0 || one >= (at[place - 1] ?? 0))

/**
 * Instants of a log's cells in milliseconds UTC, or null. When clocks are set back, an hour occurs twice: the order
 * of the log decides between the two; null if it does not.
 * @param timeZone of instants without a written zone
 */
export function readInstants(
  cells: readonly string[],
  order: DateOrder,
  timeZone: string,
): (number | null)[] {
  const possible = cells.map(cell => readInstant(cell, order, timeZone))
  const certain = possible.flatMap(one => (one && one.first === one.last ? one.first : []))
  const ascends = isAscending(certain)
  const descends = isAscending(certain.toReversed())
  if (ascends && !descends) return settleInOrder(possible)
  if (descends && !ascends) return settleInOrder(possible.toReversed()).reverse()
  return possible.map(one => (one && one.first === one.last ? one.first : null))
}

/** Earliest and latest possible value of an instant. */
type Possible = { first: number; last: number }

/** Resolves instants of rows in chronological order; null if several are possible for a row. */
function settleInOrder(rows: readonly (Possible | null)[]): (number | null)[] {
  let before = Number.NEGATIVE_INFINITY
  const earliest = rows.map(one => {
    if (one) before = one.first < before ? one.last : one.first
    return before
  })
  let after = Number.POSITIVE_INFINITY
  return rows
    .map((one, place) => ({ one, earliest: earliest[place] }))
    .reverse()
    .map(({ one, earliest }) => {
      if (!one) return null
      after = one.last > after ? one.first : one.last
      return after === earliest ? after : null
    })
    .reverse()
}

function readInstant(cell: string, order: DateOrder, timeZone: string): Possible | null {
  const text = cell.trim()
  if (EPOCH.test(text)) {
    const value = Number(text)
    const at = Math.round(value < 100_000_000_000 ? value * 1_000 : value)
    return { first: at, last: at }
  }
  const written = readWritten(text)
  return written ? instantOf(written, written.order ?? order, timeZone) : null
}

function instantOf(
  { numbers, clock, offset }: Written,
  order: DateOrder,
  timeZone: string,
): Possible | null {
  const date = inOrder(numbers, order)
  if (!isDate(date)) return null
  const [year, month, day] = date
  const wall = Date.UTC(year, month - 1, day, ...clock)
  if (offset === null) return fromWall(wall, timeZone)
  const at = wall - offset * 60_000
  return { first: at, last: at }
}

function inOrder([a, b, c]: Written['numbers'], order: DateOrder): Written['numbers'] {
  const full = (year: number) => (year < 100 ? 2_000 + year : year)
  if (order === 'ymd') return [a, b, c]
  return order === 'dmy' ? [full(c), b, a] : [full(c), a, b]
}

function isDate([year, month, day]: Written['numbers']): boolean {
  if (year < 2001 || year > 2200 || month < 1 || month > 12 || day < 1) return false
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

const offsets = new Map<string, (hour: number) => number>()

/** Instants at which a zone's clocks show a wall time: two if they were set back; near it if they skipped the time. */
function fromWall(wall: number, timeZone: string): Possible {
  const offsetAt = offsets.get(timeZone) ?? zoneOffset(timeZone)
  offsets.set(timeZone, offsetAt)
  const [first, last] = [wall - 86_400_000, wall + 86_400_000]
    .map(near => wall - offsetAt(near))
    .filter(at => offsetAt(at) === wall - at)
  if (first !== undefined) return { first, last: last ?? first }
  const skipped = wall - offsetAt(wall - offsetAt(wall))
  return { first: skipped, last: skipped }
}

/** Offset of a zone from UTC in milliseconds, cached by quarter of an hour. */
function zoneOffset(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const known = new Map<number, number>()
  return instant => {
    const quarter = Math.floor(instant / 900_000)
    const found = known.get(quarter)
    if (found !== undefined) return found
    const parts = new Map(
      format.formatToParts(quarter * 900_000).map(({ type, value }) => [type, Number(value)]),
    )
    const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
    const wall = Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
      part('second'),
    )
    const offset = wall - quarter * 900_000
    known.set(quarter, offset)
    return offset
  }
}
