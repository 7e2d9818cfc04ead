import { judge } from '#shared/watch/judge.ts'
import { learn } from '#shared/watch/learn.ts'
import { emptyRhythm } from '#shared/watch/rhythm.ts'
import { type Figure, median, quantile, type Row, sum } from './support/figure.ts'
import { fixedTimeOut, type Outcome, replay, watcherOf } from './watch/replay.ts'
import { makeStreams } from './watch/streams.ts'

const MONTH_DAYS = 365.25 / 12
const FIRINGS = 1_000_000
const ALONE = 10_000
const ROUNDS = 2_000

type Both = { kind: string; heldOut: boolean; own: Outcome; control: Outcome }

/** Delay until the detector notices a dead alert, and its false alarms, on streams with a known truth. */
export async function watch(): Promise<Figure> {
  const all: Both[] = makeStreams().map(stream => ({
    kind: stream.kind,
    heldOut: stream.heldOut,
    own: replay(stream, watcherOf(stream)),
    control: replay(stream, fixedTimeOut()),
  }))
  const madeWith = all.filter(({ heldOut }) => !heldOut)
  const heldOut = all.filter(one => one.heldOut)
  return {
    name: 'watch',
    control: 'a fixed time-out: half as much again as the longest silence of the first four weeks',
    rows: [
      ...rowsOf('streams as those it was made with', madeWith),
      ...rowsOf('streams of other kinds', heldOut),
      ...costs(),
    ],
    notes: [
      'A usual gap is the 99th percentile of the gaps in such hours; delays count hours in which it fires.',
      ...[...new Set(all.map(({ kind }) => kind))].map(kind =>
        noteOf(
          kind,
          all.filter(one => one.kind === kind),
        ),
      ),
    ],
  }
}

const outcomes = (all: readonly Both[], of: 'own' | 'control') => all.map(one => one[of])
const delaysOf = (all: readonly Outcome[]) => all.flatMap(({ delays }) => delays)
const monthly = (all: readonly Outcome[]) =>
  (sum(all.map(({ falseAlarms }) => falseAlarms)) / sum(all.map(({ judged }) => judged))) *
  MONTH_DAYS

function rowsOf(about: string, all: readonly Both[]): Row[] {
  const row = (
    what: string,
    unit: string,
    figure: (of: Outcome[]) => number,
    most?: number,
  ): Row => ({
    what: `${about}: ${what}`,
    unit,
    pregonero: figure(outcomes(all, 'own')),
    control: figure(outcomes(all, 'control')),
    ...(most === undefined ? {} : { goal: { of: 'value', atMost: most } }),
  })
  return [
    row('dead until the alarm, median', 'usual gaps', of => median(delaysOf(of)), 2),
    row('the same, of a hundred the worst', 'usual gaps', of => quantile(delaysOf(of), 0.99)),
    row('the same, worst', 'usual gaps', of => Math.max(...delaysOf(of)), 4),
    row('silent until the alarm, median', 'usual gaps', of =>
      median(of.flatMap(({ sinceLast }) => sinceLast)),
    ),
    row('false alarms', 'an alert and month', monthly, 0.1),
  ]
}

function noteOf(kind: string, all: readonly Both[]): string {
  const own = outcomes(all, 'own')
  const delays = delaysOf(own)
  const figure = (value: number) => value.toFixed(2)
  return `${kind}: median ${figure(median(delays))}, worst ${figure(Math.max(...delays))}, false ${figure(monthly(own))} (control ${figure(monthly(outcomes(all, 'control')))})`
}

/** Cost of learning and judging. */
function costs(): Row[] {
  const context = { timeZone: 'Europe/Madrid', away: [] }
  const begin = Date.UTC(2025, 8, 1)
  const firings = Array.from({ length: FIRINGS }, (_, nth) => begin + nth * 25_000)
  let rhythm = emptyRhythm()
  let next = 0
  const learning = (batch: number, count: number) => {
    const from = performance.now()
    for (const end = next + count; next < end; next += batch)
      rhythm = learn(rhythm, firings.slice(next, next + batch), context)
    return ((performance.now() - from) * 1_000) / count
  }
  const cost = (what: string, pregonero: number, atMost: number): Row => ({
    what,
    unit: 'µs',
    pregonero,
    control: null,
    goal: { of: 'value', atMost },
  })
  const alone = learning(1, ALONE)
  const together = learning(500, FIRINGS - ALONE)
  const from = performance.now()
  for (let round = 0; round < ROUNDS; round += 1) judge(rhythm, (rhythm.last ?? 0) + round, context)
  return [
    cost('learning a firing, of 500 at once', together, 10),
    cost('learning a firing, one by one', alone, 100),
    cost('judging a series', ((performance.now() - from) * 1_000) / ROUNDS, 1_000),
  ]
}
