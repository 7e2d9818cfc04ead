/** Reads a series' stored columns, its context, and its current judgement. */
import type { Circumstances, KnownSeries } from '#server/store/watch/learning.ts'
import { zoneOf } from '#shared/time-zone.ts'
import { judge } from '#shared/watch/judge.ts'
import { emptyRhythm, type Rhythm, type WatchContext } from '#shared/watch/rhythm.ts'

export type Setting = Circumstances & {
  now: number
  /** The installation's time zone. */
  timeZone: string
}

const REFUSED_LASTS_MS = 60_000

export function rhythmOf({ rhythm }: KnownSeries): Rhythm {
  if (rhythm === '') return emptyRhythm()
  const known: Rhythm = JSON.parse(rhythm)
  return Array.isArray(known.slots) ? known : emptyRhythm()
}

export const recentOf = ({ recent }: KnownSeries): number[] =>
  recent === '' ? [] : JSON.parse(recent)

/** Time zone and absences of a series. */
export function contextOf(
  {
    user_id,
    connection_id,
    last_fired_at,
    refused_at,
  }: Pick<KnownSeries, 'user_id' | 'connection_id' | 'last_fired_at' | 'refused_at'>,
  { accounts, absences, timeZone }: Pick<Setting, 'accounts' | 'absences' | 'timeZone'>,
): WatchContext {
  const account = accounts.find(one => one.user_id === user_id)
  const whose = ['', user_id, connection_id]
  const away = absences
    .filter(absence => whose.includes(absence.whose))
    .map(({ from_at, to_at }): [number, number] => [from_at, to_at])
  if (refused_at !== null) away.push([last_fired_at, refused_at + REFUSED_LASTS_MS])
  return { timeZone: zoneOf(account?.time_zone ?? null, timeZone), away }
}

/** Max difference between the clocks of several processes. */
const CLOCKS_DIFFER_MS = 60_000

/** Drops firings dated by a clock that was ahead and has been set right since. */
export function withoutFuture(row: KnownSeries, now: number): KnownSeries {
  if (row.last_fired_at <= now + CLOCKS_DIFFER_MS) return row
  const recent = recentOf(row).filter(at => at <= now)
  const last = recent.at(-1) ?? null
  return {
    ...row,
    rhythm: JSON.stringify({ ...rhythmOf(row), last }),
    recent: JSON.stringify(recent),
    last_fired_at: last ?? 0,
    limit_level: 0,
    limit_at: null,
  }
}

/** Current state of the series, and when it is judged again. */
export function judgedColumns(
  row: KnownSeries,
  rhythm: Rhythm,
  context: WatchContext,
  now: number,
) {
  const { state, expectedAt, alarmAt, usualGap } = judge(rhythm, now, context)
  const next = alarmAt === null ? null : Math.ceil(alarmAt)
  return {
    state,
    state_since: state === row.state && row.state_since > 0 ? row.state_since : now,
    expected_at: expectedAt === null ? null : Math.round(expectedAt),
    alarm_at: next,
    usual_gap: usualGap === null ? null : Math.round(usualGap),
    judge_at: next === null ? null : Math.max(next, now + 1_000),
  }
}
