/** Instants as a log writes them. */
export const dateOrders = ['ymd', 'dmy', 'mdy'] as const
export type DateOrder = (typeof dateOrders)[number]

/** Parts of an instant as they are written. @property numbers three, in the order in which they stand */
type Written = {
  numbers: [number, number, number]
  /** Of a month that is written as a word: where it stands is known. */
  order: DateOrder | null
  clock: [number, number, number, number]
  /** Minutes east of Greenwich; null where it does not say. */
  offset: number | null
}

const CLOCK =
  /(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,9}))?)?\s*([ap]\.?\s?m\.?)?\s*(z|utc|gmt|(?:utc|gmt)?\s*[+-−]\d{1,2}(?::?\d{2})?)?\s*$/i
const NUMERIC = /^(\d{1,4})[-/. ](\d{1,2})[-/. ](\d{1,4})\.?$/
const WORDED =
  /^(?:(\d{1,2})\.?\s*(?:de\s+)?(\p{L}{3,})\.?|(\p{L}{3,})\.?\s*(\d{1,2}))[,\s]*(?:de\s+)?(\d{4})$/u
const MONTHS = [
  /^(jan|ene|gen|janv|sty|oca)/,
  /^(feb|fev|fevr|lut|sub)/,
  /^(mar|mär|mrz)/,
  /^(apr|abr|avr|kwi|nis)/,
  /^(may|mai|mag|maj)/,
  /^(jun|juin|giu|cze|haz)/,
  /^(jul|juil|lug|lip|tem)/,
  /^(aug|ago|aou|sie|agu)/,
  /^(sep|set|wrz|eyl)/,
  /^(oct|okt|out|ott|paz|eki)/,
  /^(nov|lis|kas)/,
  /^(dec|dic|dez|gru|ara)/,
]
/** Seconds and milliseconds from 2001 to 2286. */
const EPOCH = /^1?\d{9}(\d{3})?(\.\d+)?$/

export const looksLikeTime = (cell: string): boolean =>
  EPOCH.test(cell.trim()) || readWritten(cell) !== null

export function readWritten(cell: string): Written | null {
  const text = cell.trim().replaceAll(/[\u00a0\u202f\u2009]/g, ' ')
  if (text.length > 60) return null
  const clockAt = /(?:^|[\sT,])(?=\d{1,2}[:h]\d{2})/.exec(text)
  if (!clockAt) return null
  const clock = CLOCK.exec(text.slice(clockAt.index + clockAt[0].length))
  const date = readDate(text.slice(0, clockAt.index).replace(/[,\s]+$/, ''))
  if (clock?.index !== 0 || !date) return null
  const [, hour = '', minute = '', second = '0', fraction = '', half = '', zone] = clock
  const afternoon = /^p/i.test(half)
  const hours = half === '' ? Number(hour) : (Number(hour) % 12) + (afternoon ? 12 : 0)
  if (hours > 24 || Number(minute) > 59 || Number(second) > 60) return null
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
  const [, sign, hours, minutes = '0'] = /([+-−])(\d{1,2}):?(\d{2})?/.exec(zone) ?? []
  if (hours === undefined) return 0
  return (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes))
}

/**
 * The order of day and month of all instants of a log: what all of them allow; where both do, that in which
 * they are in order of time and none lies in the future. Null: it has to be asked.
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
    const at = open.map(written => instantOf(written, order, timeZone) ?? 0)
    return at.every(instant => instant <= now + 86_400_000) && isSorted(at)
  })
  return sensible.length === 1 && open.length > 2 ? (sensible[0] ?? null) : null
}

const isSorted = (at: readonly number[]): boolean =>
  at.every((one, place) => place === 0 || one >= (at[place - 1] ?? 0)) ||
  at.every((one, place) => place === 0 || one <= (at[place - 1] ?? 0))

/** Milliseconds UTC, or null. @param timeZone of an instant that does not say its own */
export function readInstant(cell: string, order: DateOrder, timeZone: string): number | null {
  const text = cell.trim()
  if (EPOCH.test(text)) {
    const value = Number(text)
    return Math.round(value < 100_000_000_000 ? value * 1_000 : value)
  }
  const written = readWritten(text)
  return written ? instantOf(written, written.order ?? order, timeZone) : null
}

function instantOf(
  { numbers, clock, offset }: Written,
  order: DateOrder,
  timeZone: string,
): number | null {
  const date = inOrder(numbers, order)
  if (!isDate(date)) return null
  const [year, month, day] = date
  const wall = Date.UTC(year, month - 1, day, ...clock)
  return offset === null ? fromWall(wall, timeZone) : wall - offset * 60_000
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

/** The instant at which clocks of a zone show something; the first of two. */
function fromWall(wall: number, timeZone: string): number {
  const offsetAt = offsets.get(timeZone) ?? zoneOffset(timeZone)
  offsets.set(timeZone, offsetAt)
  const early = wall - offsetAt(wall - 86_400_000)
  return offsetAt(early) === wall - early ? early : wall - offsetAt(wall - offsetAt(wall))
}

/** How far a zone is ahead of UTC, each quarter of an hour looked up once. */
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
