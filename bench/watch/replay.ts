import { quietFrom } from '#shared/watch/judge.ts'
import { learn } from '#shared/watch/learn.ts'
import { emptyRhythm, type Rhythm } from '#shared/watch/rhythm.ts'
import { DAY } from '#shared/watch/week-clock.ts'
import { quantile } from '../support/figure.ts'
import { randomOf } from './random.ts'
import { hourOf, openTime, type Stream } from './streams.ts'

/**
 * `judged` in days. Delays in usual gaps, infinite without an alarm: from the death, and from the
 * last firing before it.
 */
export type Outcome = { falseAlarms: number; judged: number; delays: number[]; sinceLast: number[] }

/** `alarmAt`: time at which the silence since the last firing is an alarm; null for never. */
type Watcher = { hear: (firings: readonly number[]) => void; alarmAt: () => number | null }

const DEATHS = 10
const FIRST_DEATH_DAYS = 60
/** Gaps below this quantile cannot be alarms, and are not judged. */
const ASKED = 0.4
const MOST_ASKED = 1_000

export function watcherOf({ timeZone, away }: Stream): Watcher {
  let rhythm: Rhythm = emptyRhythm()
  const context = { timeZone, away }
  return {
    hear: firings => {
      rhythm = learn(rhythm, firings, context)
    },
    alarmAt: () => quietFrom(rhythm, context),
  }
}

/** The control: a timeout of 1.5 times the longest silence of its first four weeks. */
export function fixedTimeOut(): Watcher {
  let first: number | null = null
  let last = 0
  let longest = 0
  return {
    hear: firings => {
      for (const at of firings) {
        first ??= at
        if (last > 0 && at - first < 28 * DAY) longest = Math.max(longest, at - last)
        last = at
      }
    },
    alarmAt: () => (first === null || last - first < 28 * DAY ? null : last + 1.5 * longest),
  }
}

/** Feeds a stream to a watcher, and judges each long gap and deaths at known moments. */
export function replay(stream: Stream, watcher: Watcher): Outcome {
  const { firings, kind, timeZone } = stream
  const random = randomOf(`${kind} ${timeZone} ${firings.length}`)
  const first = firings[0] ?? 0
  const last = firings.at(-1) ?? 0
  const gaps = firings.map((at, nth) => (firings[nth + 1] ?? last) - at)
  const asked = Math.max(ASKED, 1 - MOST_ASKED / Math.max(1, gaps.length))
  const least = quantile(gaps, asked)
  const deaths = Array.from({ length: DEATHS }, () => deathOf(stream, random.next))
  const usualAt = usualGaps(stream)
  const outcome: Outcome = { falseAlarms: 0, judged: 0, delays: [], sinceLast: [] }
  let heard = 0
  for (const [nth, at] of firings.entries()) {
    const next = firings[nth + 1] ?? at
    const dead = deaths.filter(death => death >= at && death < next)
    if (next - at < least && dead.length === 0) continue
    watcher.hear(firings.slice(heard, nth + 1))
    heard = nth + 1
    const alarm = watcher.alarmAt()
    if (alarm === null) {
      for (const _ of dead) outcome.delays.push(Infinity)
      continue
    }
    if (outcome.judged === 0) outcome.judged = (last - Math.max(at, first)) / DAY
    if (alarm < next) outcome.falseAlarms += 1
    for (const death of dead) {
      const usual = usualAt(at)
      outcome.delays.push(openTime(stream, death, Math.max(death, alarm)) / usual)
      outcome.sinceLast.push(openTime(stream, at, alarm) / usual)
    }
  }
  return outcome
}

/** Random instant at which it may have fired, after enough history and at least 30 days before its end. */
function deathOf(stream: Stream, next: () => number): number {
  const { firings } = stream
  const from = (firings[0] ?? 0) + FIRST_DEATH_DAYS * DAY
  const to = (firings.at(-1) ?? 0) - 30 * DAY
  for (;;) {
    const at = from + next() * (to - from)
    if (openTime(stream, at, at + 1) > 0) return at
  }
}

/** The 99th percentile of the gaps, in open time: of all, or of like hours in uneven streams. */
function usualGaps(stream: Stream): (at: number) => number {
  const { firings, isUneven } = stream
  const gaps = firings.slice(1).map((at, nth) => {
    const from = firings[nth] ?? at
    return { hour: hourOf(from), gap: openTime(stream, from, at) }
  })
  const all = quantile(
    gaps.map(({ gap }) => gap),
    0.99,
  )
  if (!isUneven) return () => all
  const byHour = Array.from({ length: 24 }, (_, hour) => {
    const like = gaps.filter(one => [0, 1, 23].includes((one.hour - hour + 24) % 24))
    return like.length < 100
      ? all
      : quantile(
          like.map(({ gap }) => gap),
          0.99,
        )
  })
  return at => byHour[hourOf(at)] ?? all
}
