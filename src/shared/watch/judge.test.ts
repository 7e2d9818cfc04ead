import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judge, quietFrom, wasNormal } from './judge.ts'
import { learn } from './learn.ts'
import { emptyRhythm, type Rhythm, type WatchContext } from './rhythm.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const context: WatchContext = { timeZone: 'Europe/Madrid', away: [] }
/** A Monday. */
const start = Date.UTC(2026, 2, 2)

const every = (gap: number, count: number): number[] =>
  Array.from({ length: count }, (_, nth) => start + nth * gap)

/** Firings with exponentially distributed gaps, the same for the same seed. */
function byChance(seed: number, mean: number, count: number): number[] {
  let state = seed
  let at = start
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    at -= mean * Math.log((state + 1) / 2 ** 32)
    return at
  })
}

describe('a steady rhythm', () => {
  const firings = every(HOUR, 24 * 40)
  const last = firings.at(-1) ?? 0
  const rhythm = learn(emptyRhythm(), firings, context)

  it('is alive until its next firing is due, and quiet within two gaps', () => {
    expect(judge(rhythm, last + 30 * MINUTE, context)).toMatchObject({ state: 'alive' })
    expect(judge(rhythm, last + 2 * HOUR, context)).toMatchObject({ state: 'quiet' })
  })

  it('does not count time away as silence', () => {
    const away: WatchContext = { ...context, away: [[last + 10 * MINUTE, last + 9 * HOUR]] }
    expect(judge(rhythm, last + 9 * HOUR, away)).toMatchObject({ state: 'alive' })
    expect(judge(rhythm, last + 11 * HOUR, away)).toMatchObject({ state: 'quiet' })
  })

  it('is not quiet once the same silence was marked normal', () => {
    const wide = wasNormal(rhythm, last + 2 * HOUR, context)
    expect(judge(wide, last + 2 * HOUR, context).state).not.toBe('quiet')
  })
})

it('returns unknown without enough history', () => {
  for (const firings of [[], [start], every(MINUTE, 10_000), every(7 * DAY, 5)])
    expect(judge(learn(emptyRhythm(), firings, context), start + 90 * DAY, context)).toEqual({
      state: 'unknown',
      expectedAt: null,
      alarmAt: null,
      usualGap: null,
    })
})

it('stays alive over a market weekend and goes quiet on Monday', () => {
  const firings = every(15 * MINUTE, 96 * 7 * 6).filter(at => {
    const hour = new Date(at).getUTCHours()
    return new Date(at).getUTCDay() % 6 > 0 && hour >= 8 && hour < 16
  })
  const rhythm = learn(emptyRhythm(), firings, context)
  const last = firings.at(-1) ?? 0
  expect(judge(rhythm, last + 60 * HOUR, context).state).toBe('alive')
  expect(judge(rhythm, last + 67 * HOUR, context).state).toBe('quiet')
})

it('raises at most 1 false alarm on random gaps; detects the end in 12 hours', () => takesFewFor(1))

it('does so for three further seeds', { tags: ['extended'] }, () => [2, 3, 4].forEach(takesFewFor))

function takesFewFor(seed: number): void {
  const firings = byChance(seed, HOUR, 24 * 7 * 24)
  const known = firings.findIndex(at => at > start + 28 * DAY)
  let rhythm = learn(emptyRhythm(), firings.slice(0, known), context)
  let falseAlarms = 0
  for (const at of firings.slice(known)) {
    if ((quietFrom(rhythm, context) ?? 0) <= at) falseAlarms += 1
    rhythm = learn(rhythm, [at], context)
  }
  // In five months, with 2 % of the gaps longer than four hours.
  expect(falseAlarms).toBeLessThanOrEqual(1)
  expect(quietFrom(rhythm, context)).toBeLessThan((rhythm.last ?? 0) + 12 * HOUR)
}

const zones = fc.constantFrom(
  'Europe/Madrid',
  'America/New_York',
  'America/Mexico_City',
  'Australia/Lord_Howe',
  'UTC',
)
const anyFirings = fc
  .array(
    fc.oneof(
      fc.double({ min: 0, max: 3 * DAY, noNaN: true }),
      fc.constantFrom(0, 1_000, 15 * MINUTE, HOUR, DAY, 7 * DAY),
    ),
    { maxLength: 400 },
  )
  .map(gaps => {
    let at = start
    return gaps.map(gap => {
      at += gap
      return at
    })
  })
const anyAway = fc
  .array(fc.tuple(fc.nat(300 * DAY), fc.nat(3 * DAY)), { maxLength: 10 })
  .map(spans => spans.map(([from, length]) => [start + from, start + from + length] as const))

describe('any rhythm', () => {
  it('is plain JSON of at most 8,192 characters', () => {
    fc.assert(
      fc.property(anyFirings, zones, anyAway, (firings, timeZone, away) => {
        const rhythm = learn(emptyRhythm(), firings, { timeZone, away })
        const text = JSON.stringify(rhythm)
        expect(text.length).toBeLessThanOrEqual(8_192)
        expect(JSON.parse(text) as Rhythm).toEqual(rhythm)
      }),
    )
  })

  it('stays within 8,192 characters over 10,000 firings with any gaps', () => {
    const gaps = fc.integer({ min: 1, max: 5_000_000 })
    fc.assert(
      fc.property(fc.infiniteStream(gaps), stream => {
        let at = start
        const firings = Array.from({ length: 10_000 }, () => {
          at += stream.next().value ?? 1
          return at
        })
        const rhythm = learn(emptyRhythm(), firings, context)
        expect(JSON.stringify(rhythm).length).toBeLessThanOrEqual(8_192)
      }),
      { numRuns: 5 },
    )
  })

  it('is learned alike in any order, without mutating its input', () => {
    fc.assert(
      fc.property(anyFirings, fc.nat(), (firings, seed) => {
        const empty = emptyRhythm()
        const turned = firings.toSorted((one, other) => ((one * seed) % 7) - ((other * seed) % 7))
        expect(learn(empty, turned, context)).toEqual(learn(empty, firings, context))
        expect(empty).toEqual(emptyRhythm())
      }),
    )
  })

  it('ignores firings older than its last one, NaN and Infinity', () => {
    fc.assert(
      fc.property(anyFirings, fc.nat(DAY), (firings, before) => {
        const rhythm = learn(emptyRhythm(), firings, context)
        const late = [
          Number.NaN,
          Infinity,
          ...(rhythm.last === null ? [] : [rhythm.last - before - 1]),
        ]
        expect(learn(rhythm, late, context)).toEqual(rhythm)
      }),
    )
  })

  it('keeps its state until alarmAt and changes it then', () => {
    fc.assert(
      fc.property(
        anyFirings,
        zones,
        anyAway,
        fc.double({ min: 0, max: 60 * DAY, noNaN: true }),
        (firings, timeZone, away, after) => {
          const there = { timeZone, away }
          const rhythm = learn(emptyRhythm(), firings, there)
          const now = (rhythm.last ?? start) + after
          const { state, alarmAt } = judge(rhythm, now, there)
          if (alarmAt === null) {
            expect(['quiet', 'unknown']).toContain(state)
            return
          }
          expect(alarmAt).toBeGreaterThan(now)
          expect(judge(rhythm, (now + alarmAt) / 2, there).state).toBe(state)
          expect(judge(rhythm, alarmAt, there).state).not.toBe(state)
        },
      ),
    )
  })

  it('never becomes quiet sooner through time away', () => {
    fc.assert(
      fc.property(anyFirings, anyAway, (firings, away) => {
        const rhythm = learn(emptyRhythm(), firings, context)
        const heard = quietFrom(rhythm, context)
        const unheard = quietFrom(rhythm, { ...context, away })
        expect(unheard === null).toBe(heard === null)
        expect(unheard ?? 0).toBeGreaterThanOrEqual(heard ?? 0)
      }),
    )
  })

  it('never becomes quiet sooner once its silence was marked normal', () => {
    fc.assert(
      fc.property(anyFirings, fc.nat(90 * DAY), (firings, after) => {
        const rhythm = learn(emptyRhythm(), firings, context)
        const wide = wasNormal(rhythm, (rhythm.last ?? start) + after, context)
        expect(quietFrom(wide, context) ?? 0).toBeGreaterThanOrEqual(
          quietFrom(rhythm, context) ?? 0,
        )
      }),
    )
  })
})

it('stays alive during an open-ended absence, unless quiet before it', () => {
  const rhythm = learn(emptyRhythm(), every(HOUR, 24 * 40), context)
  const last = rhythm.last ?? 0
  for (const end of [Number.MAX_SAFE_INTEGER, Infinity]) {
    const away: WatchContext = { ...context, away: [[last + 1, end]] }
    expect(judge(rhythm, last + 900 * DAY, away)).toMatchObject({ state: 'alive', alarmAt: null })
    const later: WatchContext = { ...context, away: [[last + DAY, end]] }
    expect(judge(rhythm, last + 900 * DAY, later)).toMatchObject({ state: 'quiet' })
  }
})

it.each([
  [30_000, 6_000],
  [15 * MINUTE, 1_920],
  [26 * HOUR, 30],
])('learns gaps of %i ms alike one by one and all at once', (gap, count) => {
  const firings = every(gap, count)
  const atOnce = learn(emptyRhythm(), firings, context)
  const oneByOne = firings.reduce((rhythm, at) => learn(rhythm, [at], context), emptyRhythm())
  expect(oneByOne.weeks).toBeCloseTo(atOnce.weeks, 5)
  const last = atOnce.last ?? 0
  const [one, all] = [oneByOne, atOnce].map(rhythm => (quietFrom(rhythm, context) ?? last) - last)
  expect((one ?? 0) / (all || 1)).toBeCloseTo(all === 0 ? 0 : 1, 0)
})

describe('a New York alert of an account in Mexico', () => {
  const mexico: WatchContext = { timeZone: 'America/Mexico_City', away: [] }
  const summer = { from: Date.UTC(2026, 2, 8), to: Date.UTC(2026, 10, 1) }
  const holidays = ['2026-01-01', '2026-01-19', '2026-02-16', '2026-04-03']
  /** Firings on each quarter of an hour of the session, until an instant. */
  const until = (end: number) => {
    const firings: number[] = []
    for (let at = Date.UTC(2026, 0, 2); at < end; at += 15 * MINUTE) {
      const local = new Date(at - (at > summer.from && at < summer.to ? 4 : 5) * HOUR)
      const minute = local.getUTCHours() * 60 + local.getUTCMinutes()
      const isOpen = local.getUTCDay() % 6 > 0 && minute >= 570 && minute <= 960
      if (isOpen && !holidays.includes(local.toISOString().slice(0, 10))) firings.push(at + 2_000)
    }
    return firings
  }
  const quietAfter = (end: number) =>
    quietFrom(learn(emptyRhythm(), until(end), mexico), mexico) ?? 0

  it('follows New York into summer time, which Mexico does not have', () => {
    // At the last close before the change and the first one after it.
    for (const close of [Date.UTC(2026, 2, 6, 21), Date.UTC(2026, 2, 9, 20)]) {
      const opens = close > summer.from ? close + 17.5 * HOUR : close + 64.5 * HOUR
      expect(quietAfter(close + MINUTE)).toBeGreaterThan(opens)
      expect(quietAfter(close + MINUTE)).toBeLessThan(opens + 2.5 * HOUR)
    }
  })

  it('stays alive over Good Friday until trading resumes', () => {
    const close = Date.UTC(2026, 3, 2, 20)
    const opens = Date.UTC(2026, 3, 6, 13, 30)
    expect(quietAfter(close + MINUTE)).toBeGreaterThan(opens)
    expect(quietAfter(close + MINUTE)).toBeLessThan(opens + 2 * HOUR)
  })
})

/** Firings on each quarter of an hour between two hours of weekdays, in UTC. */
const onWeekdays = ([from, to]: readonly [number, number], begin: number, end: number) =>
  Array.from({ length: (end - begin) / (15 * MINUTE) }, (_, nth) => begin + nth * 15 * MINUTE)
    .filter(at => {
      const hour = (at % DAY) / HOUR
      return new Date(at).getUTCDay() % 6 > 0 && hour >= from && hour <= to
    })
    .map(at => at + 2_000)

it('follows a Tokyo alert through the start of summer time in Madrid', () => {
  const ends = Date.UTC(2026, 2, 29)
  const firings = onWeekdays([1, 6], ends - 49 * DAY, ends + 4 * DAY)
  for (const day of [1, 2, 3, 4]) {
    const heard = firings.filter(at => at < ends + day * DAY)
    const opens = ends + day * DAY + HOUR
    const quiet = quietFrom(learn(emptyRhythm(), heard, context), context) ?? 0
    expect(quiet).toBeGreaterThan(opens)
    expect(quiet).toBeLessThan(opens + 2.5 * HOUR)
  }
})

describe('firing hours that have moved', () => {
  const moved = start + 42 * DAY
  const before = onWeekdays([14, 20], start, moved)
  const after = onWeekdays([3, 8], moved, moved + 21 * DAY)
  /** Rhythm learned until so many days after the move. */
  const heardFor = (days: number) =>
    learn(emptyRhythm(), [...before, ...after.filter(at => at < moved + days * DAY)], context)
  const stateAt = (days: number, hour: number) =>
    judge(heardFor(days), moved + (days - 1) * DAY + hour * HOUR, context).state

  it('are judged quiet on the first day only', () => {
    expect(stateAt(1, 20)).toBe('quiet')
    for (const days of [2, 3, 4, 5]) expect(stateAt(days, 20)).not.toBe('quiet')
  })

  it('turn quiet only after 2 to 5 days until they are learned', () => {
    for (const days of [2, 3, 4]) {
      const dead = moved + (days - 1) * DAY + 8 * HOUR
      const quiet = quietFrom(heardFor(days), context) ?? Infinity
      expect(quiet).toBeGreaterThan(dead + 2 * DAY)
      expect(quiet).toBeLessThan(dead + 5 * DAY)
    }
  })

  it('are learned after a week', () => {
    for (const days of [8, 11, 17]) {
      expect(stateAt(days, 16)).toBe('alive')
      expect(stateAt(days, 24 + 5)).toBe('quiet')
    }
  })
})
