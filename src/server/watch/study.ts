/** Learns from new firings, on Vigía's thread. */
import type { NewAlarm } from '#server/store/watch/alarms.ts'
import type { KnownSeries } from '#server/store/watch/learning.ts'
import { learn } from '#shared/watch/learn.ts'
import { reachLimit } from '#shared/watch/limit.ts'
import { type AlarmText, limitText, returnText } from './alarm-texts.ts'
import { assignFirings, joinSeries } from './assign-firings.ts'
import { countInStrip } from './firing-strip.ts'
import type { Fired } from './group-page.ts'
import { type Raised, raisedOf } from './raised.ts'
import {
  contextOf,
  judgedColumns,
  recentOf,
  rhythmOf,
  type Setting,
  withoutFuture,
} from './series.ts'

/** Changes to write; rows are JSON lists, which the main loop only passes on. */
export type Written = { changed: string; changedCount: number; removed: string[]; raised: Raised[] }
/** `failed`: series that could not be learned, with the error. */
export type Learned = Written & { made: string; madeFor: string[]; failed: string[] }

/** Max age of a reached limit that raises an alarm: firings learned later, as from a long history, don't. */
const TOLD_WITHIN_MS = 15 * 60_000

/**
 * @param known all series whose names differ from the fired ones only in numbers
 * @param isBehind true if alerts are left to be learned: series are judged after those
 */
export function study(
  fired: readonly Fired[],
  known: readonly KnownSeries[],
  isBehind: boolean,
  setting: Setting,
): Learned {
  const likes = Map.groupBy(known, likeness)
  const changed: KnownSeries[] = []
  const made: KnownSeries[] = []
  const removed: string[] = []
  const raised: Raised[] = []
  const failed: string[] = []
  for (const [key, group] of Map.groupBy(fired, likeness)) {
    for (const { of, joins, firings } of assignFirings(group, likes.get(key) ?? []))
      try {
        const row = joins ? joinSeries(of, joins, setting) : of
        const isNew = joins !== undefined
        const after = taught(row, firings, isBehind, setting)
        if (after === null && !isNew) continue
        raised.push(...(after?.raised ?? []))
        ;(isNew ? made : changed).push(after?.row ?? row)
        removed.push(...(joins ?? []).map(({ id }) => id))
      } catch (error) {
        // A series that can't be learned does not affect the others.
        failed.push(`${of.id}: ${error}`)
      }
  }
  return {
    changed: JSON.stringify(changed),
    changedCount: changed.length,
    made: JSON.stringify(made),
    madeFor: [...new Set(made.map(({ user_id }) => user_id))],
    removed,
    raised,
    failed,
  }
}

const likeness = (one: Pick<Fired, 'user_id' | 'connection_id' | 'folded'>): string =>
  `${one.user_id}\n${one.connection_id}\n${one.folded}`

/** Applies firings to a series; null if all of them are known. */
function taught(
  known: KnownSeries,
  firings: readonly number[],
  isBehind: boolean,
  setting: Setting,
): { row: KnownSeries; raised: Raised[] } | null {
  const row = withoutFuture(known, setting.now)
  const fresh = firings.filter(at => at > row.last_fired_at)
  const last = fresh.at(-1)
  if (last === undefined) return null
  const { now } = setting
  const context = contextOf(row, setting)
  const rhythm = learn(rhythmOf(row), fresh, context)
  const raised: Raised[] = []
  const raise = (kind: NewAlarm['kind'], text: AlarmText, keeps: string | null = null) =>
    raised.push(raisedOf(row, kind, text, setting, keeps))
  if (row.fall_id !== null) {
    const firedAt = fresh[0] ?? last
    const text = returnText(row, {
      silence: firedAt - row.last_fired_at,
      firedAt,
      timeZone: context.timeZone,
    })
    raise('return', text, row.fall_status === 'kept' ? 'Su caída tampoco se envió.' : null)
  }
  const before = { level: row.limit_level, at: row.limit_at, recent: recentOf(row) }
  const limit = reachLimit(before, fresh)
  if (limit.crossed !== 0 && now - (limit.at ?? 0) < TOLD_WITHIN_MS)
    raise('limit', limitText(row, limit.crossed))
  const after: KnownSeries = {
    ...row,
    rhythm: JSON.stringify(rhythm),
    recent: JSON.stringify(limit.recent),
    strip: countInStrip(row.strip, fresh, context.timeZone),
    firings: row.firings + fresh.length,
    first_fired_at: row.firings === 0 ? (fresh[0] ?? last) : row.first_fired_at,
    last_fired_at: last,
    limit_level: limit.level,
    limit_at: limit.at,
    fall_id: null,
    ...(isBehind
      ? { judge_at: now, state: 'unknown' as const, state_since: last }
      : judgedColumns(row, rhythm, context, now)),
  }
  // Falls are raised by `judgeSeries`, for which the series is now due.
  if (after.state === 'quiet') Object.assign(after, { state: 'late', judge_at: now })
  return { row: after, raised }
}
