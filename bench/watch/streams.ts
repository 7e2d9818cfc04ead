/** Streams of firings with a known truth: their hours, and the times at which they could not be received. */
import { DAY, MINUTE, modulo, offsetOf, SLOT, WEEK } from '#shared/watch/week-clock.ts'
import { type Random, randomOf } from './random.ts'
import { closed, type Exchange } from './trading-days.ts'

export type Span = readonly [from: number, to: number]

export type Stream = {
  kind: string
  /** True if the detector was not tuned on it. */
  heldOut: boolean
  /** Time zone of the account. */
  timeZone: string
  /** In order, in milliseconds. */
  firings: number[]
  away: Span[]
  /** Spans in which it may fire, in order; null for always. */
  open: Span[] | null
  /** True if its hours differ, so that the usual gap depends on the hour. */
  isUneven: boolean
}

const HOUR = 60 * MINUTE
const BEGIN = Date.UTC(2025, 8, 1)
const END = Date.UTC(2026, 6, 1)
const ZONES = [
  'Europe/Madrid',
  'America/Mexico_City',
  'America/Argentina/Buenos_Aires',
  'UTC',
] as const
const SEEDS = 6

type Made = Partial<Stream> & { firings: number[] }
type Maker = (random: Random) => Made

const sorted = (firings: number[]) => firings.sort((one, other) => one - other)

/** A bar's alert fires seconds after it; some are missing. */
function bars(random: Random, spans: readonly Span[], gap: number): number[] {
  const missed = random.pick([0, 0.001, 0.01])
  const firings: number[] = []
  for (const [from, to] of spans)
    for (let at = Math.ceil(from / gap) * gap; at <= to; at += gap)
      if (random.next() >= missed) firings.push(at + 1_000 + random.exponential(1_500))
  return sorted(firings)
}

const always: Span[] = [[BEGIN, END]]

/** Random firings within spans, at a rate per day that may change. */
function atRandom(
  random: Random,
  spans: readonly Span[],
  perDay: (at: number) => number,
  most: number,
) {
  const firings: number[] = []
  for (const [from, to] of spans) {
    let at = from
    for (;;) {
      at += random.exponential(DAY / most)
      if (at >= to) break
      if (random.next() < perDay(at) / most) firings.push(at)
    }
  }
  return firings
}

/** Hours of an exchange on its trading days. */
function sessions(exchange: Exchange, zone: string, from: number, to: number): Span[] {
  const spans: Span[] = []
  for (let day = BEGIN; day < END; day += DAY) {
    const local = (hour: number) => day + hour * HOUR - offsetOf(zone, day + DAY / 2)
    if (new Date(day).getUTCDay() % 6 === 0) continue
    const ends = closed(exchange, day)
    if (ends !== 0) spans.push([local(from), local(Math.min(to, ends ?? to))])
  }
  return spans
}

const newYork = () => sessions('newYork', 'America/New_York', 9.5, 16)
const europe = (random: Random) =>
  random.next() < 0.5
    ? sessions('london', 'Europe/London', 8, 16.5)
    : sessions('frankfurt', 'Europe/Berlin', 9, 17.5)

/** From Sunday evening to Friday evening in New York, except Christmas and New Year. */
function currencies(): Span[] {
  const spans: Span[] = []
  for (let day = BEGIN; day < END; day += DAY) {
    const evening = day + 17 * HOUR - offsetOf('America/New_York', day + DAY / 2)
    const weekday = new Date(day).getUTCDay()
    const tomorrow = day + DAY
    const rests = [day, tomorrow].some(at => /-(12-25|01-01)T/.test(new Date(at).toISOString()))
    if (weekday === 5 || weekday === 6 || (rests && closed('newYork', tomorrow) === 0)) continue
    spans.push([evening, evening + DAY])
  }
  return spans
}

function bursts(random: Random, spans: readonly Span[], perDay: number): number[] {
  return sorted(
    atRandom(random, spans, () => perDay, perDay).flatMap(at => {
      const size = 1 + Math.floor(random.exponential(6))
      let next = at
      return Array.from({ length: size }, () => {
        next += random.exponential(random.pick([20_000, MINUTE, 3 * MINUTE]))
        return next
      })
    }),
  )
}

/** Firings in sequence, with gaps computed by `gap`. */
function inTurn(gap: (at: number) => number): number[] {
  const firings: number[] = []
  for (let at = BEGIN + gap(BEGIN); at < END; at += gap(at)) firings.push(at)
  return firings
}

const share = (at: number) => (at - BEGIN) / (END - BEGIN)

/** Adds nights in which the machine was off and firings were lost. */
function withNights(random: Random, made: Made): Made {
  const away: Span[] = []
  for (let day = BEGIN; day < END; day += DAY)
    if (random.next() < 0.1) {
      const from = day + 20 * HOUR + random.next() * 4 * HOUR
      away.push([from, from + 4 * HOUR + random.next() * 8 * HOUR])
    }
  const heard = made.firings.filter(at => !away.some(([from, to]) => at >= from && at < to))
  return { ...made, away, firings: heard }
}

const madeWith: Record<string, Maker> = {
  'regular, round the clock': random => ({
    firings: bars(random, always, random.pick([5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR, DAY])),
  }),
  bursty: random => ({ firings: bursts(random, always, random.pick([3, 8, 20])) }),
  'random, round the clock': random => {
    const rate = random.pick([1, 3, 10, 40, 150])
    return { firings: atRandom(random, always, () => rate, rate) }
  },
  'more by day than by night': random => {
    const rate = random.pick([5, 20, 80])
    const peak = random.next() * DAY
    const perDay = (at: number) => rate * (1 + 0.9 * Math.cos((2 * Math.PI * (at - peak)) / DAY))
    return { firings: atRandom(random, always, perDay, 2 * rate), isUneven: true }
  },
  'New York, on bars': random => {
    const open = newYork()
    return { open, firings: bars(random, open, random.pick([5 * MINUTE, 15 * MINUTE, SLOT])) }
  },
  'New York, random': random => {
    const open = newYork()
    const rate = random.pick([12, 40, 150])
    return { open, firings: atRandom(random, open, () => rate, rate) }
  },
  'Europe, on bars': random => {
    const open = europe(random)
    return { open, firings: bars(random, open, random.pick([5 * MINUTE, 15 * MINUTE, SLOT])) }
  },
  'Europe, bursty': random => {
    const open = europe(random)
    return { open, firings: bursts(random, open, random.pick([20, 40])) }
  },
  'currencies, on bars': random => {
    const open = currencies()
    return { open, firings: bars(random, open, random.pick([5 * MINUTE, HOUR])) }
  },
  'a session a day, at its close': random => {
    const days = newYork()
    const firings = days.map(([, to]) => to + 2_000 + random.exponential(5_000))
    return { firings, open: wholeDays(days) }
  },
  'drifting, slower or faster': random => {
    const gap = random.pick([20 * MINUTE, 2 * HOUR])
    const by = random.pick([0.4, 2.5])
    return { firings: inTurn(at => gap * by ** share(at) * (0.9 + 0.2 * random.next())) }
  },
  'drifting, random': random => {
    const rate = random.pick([10, 60])
    const by = random.pick([0.4, 2.5])
    const most = rate * Math.max(1, by)
    return { firings: atRandom(random, always, at => rate * by ** share(at), most) }
  },
  'regular, away for nights': random =>
    withNights(random, { firings: bars(random, always, random.pick([15 * MINUTE, HOUR])) }),
  'random, away for nights': random => {
    const rate = random.pick([10, 40])
    return withNights(random, { firings: atRandom(random, always, () => rate, rate) })
  },
}

const heldOut: Record<string, Maker> = {
  'gaps of very different length': random => {
    const typical = random.pick([10 * MINUTE, HOUR])
    return { firings: inTurn(() => typical * Math.exp(random.normal())) }
  },
  'busy weeks and calm ones': random => {
    const weeks = Array.from({ length: 50 }, () => Math.exp(0.5 * random.normal()))
    const rate = random.pick([10, 40])
    const perDay = (at: number) => rate * Math.min(4, weeks[Math.floor((at - BEGIN) / WEEK)] ?? 1)
    return { firings: atRandom(random, always, perDay, 4 * rate) }
  },
  'Tokyo, on bars': random => {
    const open = sessions('tokyo', 'Asia/Tokyo', 9, 15)
    return { open, firings: bars(random, open, random.pick([5 * MINUTE, 15 * MINUTE])) }
  },
  'New York, busy at both ends': random => {
    const open = newYork()
    const rate = random.pick([40, 120])
    const perDay = (at: number) => {
      const [from, to] = open.find(span => at < span[1]) ?? [at, at]
      return rate * (0.3 + 2.7 * ((2 * (at - from)) / (to - from) - 1) ** 2)
    }
    return { open, isUneven: true, firings: atRandom(random, open, perDay, 3 * rate) }
  },
  'two hours a day': random => {
    const days = sessions('newYork', 'America/New_York', 9.5, 16)
    const open = days.flatMap(([from, to]): Span[] => [
      [from, from + HOUR],
      ...(to - from < 6.5 * HOUR ? [] : [[from + 5.5 * HOUR, to] as const]),
    ])
    return { open, firings: bars(random, open, 5 * MINUTE) }
  },
  'hours that move overnight': random => {
    const moved = BEGIN + (0.4 + 0.4 * random.next()) * (END - BEGIN)
    const early = newYork().filter(([from]) => from < moved)
    const late = sessions('newYork', 'America/New_York', 4, 9).filter(([from]) => from >= moved)
    const open = [...early, ...late]
    return { open, firings: bars(random, open, 15 * MINUTE) }
  },
  'hours that become fewer': random => {
    const fewer = BEGIN + (0.4 + 0.4 * random.next()) * (END - BEGIN)
    const open = newYork().map(([from, to]): Span => [from + (from < fewer ? 0 : 3 * HOUR), to])
    return { open, firings: bars(random, open, 15 * MINUTE) }
  },
  'once a week': random => ({
    firings: inTurn(() => WEEK).map(at => at + HOUR * random.next()),
  }),
}

/** Spans for an alert that fires once a session, whose gaps are days. */
const wholeDays = (days: readonly Span[]): Span[] =>
  days.map(([, to]) => [to - DAY + HOUR, to + HOUR] as const)

export function makeStreams(): Stream[] {
  const streams: Stream[] = []
  for (const [makers, isHeldOut] of [
    [madeWith, false],
    [heldOut, true],
  ] as const)
    for (const [kind, make] of Object.entries(makers))
      for (let seed = 0; seed < SEEDS; seed += 1) {
        const random = randomOf(`${kind} ${seed}`)
        const defaults = { kind, heldOut: isHeldOut, away: [], open: null, isUneven: false }
        streams.push({ ...defaults, timeZone: random.pick(ZONES), ...make(random) })
      }
  return streams
}

/** Time between two instants in which a stream may have fired and been received. */
export function openTime({ open, away }: Pick<Stream, 'open' | 'away'>, from: number, to: number) {
  const all = open === null ? to - from : lengthWithin(open, from, to)
  return away.length === 0 ? all : all - lengthWithin(away, from, to)
}

function lengthWithin(spans: readonly Span[], from: number, to: number): number {
  let low = 0
  let high = spans.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle]?.[1] ?? 0) <= from) low = middle + 1
    else high = middle
  }
  let sum = 0
  for (let nth = low; nth < spans.length; nth += 1) {
    const [begin, end] = spans[nth] ?? [to, to]
    if (begin >= to) break
    sum += Math.min(end, to) - Math.max(begin, from)
  }
  return sum
}

export const hourOf = (at: number): number => Math.floor(modulo(at, DAY) / HOUR)
