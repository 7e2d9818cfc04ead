import { newShortId } from '#server/base/ids.ts'
import type { KnownSeries } from '#server/store/watch/learning.ts'
import { learn } from '#shared/watch/learn.ts'
import { STOPPED_AT } from '#shared/watch/limit.ts'
import { joinStrips } from './firing-strip.ts'
import { ALIKE, type Fired } from './group-page.ts'
import { contextOf, recentOf, rhythmOf, type Setting } from './series.ts'

/** Firings of a series. `joins`: set if its row is new, with the known series merged into it. */
export type Assigned = {
  of: KnownSeries
  joins?: readonly KnownSeries[]
  firings: readonly number[]
}

/** Assigns each name to its own series; names that differ only in numbers share one once they are more than `ALIKE`. */
export function assignFirings(group: readonly Fired[], there: readonly KnownSeries[]): Assigned[] {
  const [first] = group
  if (!first) return []
  const { folded } = first
  const together = there.find(({ name }) => name === folded)
  const names = new Set([...there, ...group].map(({ name }) => name))
  if (!together && names.size <= ALIKE)
    return group.map(one => {
      const { firings } = one
      const known = there.find(({ name }) => name === one.name)
      return known ? { of: known, firings } : { of: newSeries(one), joins: [], firings }
    })
  const firings = group.flatMap(one => one.firings).sort((a, b) => a - b)
  if (together && there.length === 1) return [{ of: together, firings }]
  const best = together ?? there.toSorted((a, b) => b.firings - a.firings)[0] ?? newSeries(first)
  return [{ of: { ...best, name: folded }, joins: there, firings }]
}

/**
 * Merges all series into the best-known one and keeps what their owner chose and was notified of: silencing, limit
 * and fall.
 */
export function joinSeries(
  best: KnownSeries,
  all: readonly KnownSeries[],
  setting: Pick<Setting, 'accounts' | 'absences' | 'timeZone'>,
): KnownSeries {
  if (all.length === 0) return best
  const recent = all.flatMap(recentOf).sort((a, b) => a - b)
  const missed = recent.filter(at => at > best.last_fired_at)
  const limited = all.toSorted((a, b) => (b.limit_at ?? 0) - (a.limit_at ?? 0))[0] ?? best
  const fallen = all.toSorted((a, b) => ((a.fall_id ?? '') < (b.fall_id ?? '') ? 1 : -1))[0] ?? best
  return {
    ...best,
    rhythm: JSON.stringify(learn(rhythmOf(best), missed, contextOf(best, setting))),
    recent: JSON.stringify(recent.slice(-STOPPED_AT)),
    strip: joinStrips(all.map(({ strip }) => strip)),
    firings: all.reduce((sum, { firings }) => sum + firings, 0),
    first_fired_at: Math.min(...all.map(one => one.first_fired_at)),
    last_fired_at: Math.max(...all.map(one => one.last_fired_at)),
    limit_level: limited.limit_level,
    limit_at: limited.limit_at,
    silenced_until: Math.max(...all.map(one => one.silenced_until ?? 0)) || null,
    fall_id: fallen.fall_id,
    fall_status: fallen.fall_status,
  }
}

const newSeries = ({
  user_id,
  connection_id,
  connection_name,
  name,
  folded,
}: Fired): KnownSeries => ({
  id: newShortId(),
  user_id,
  connection_id,
  connection_name,
  is_active: 1,
  name,
  folded,
  rhythm: '',
  recent: '[]',
  strip: '',
  firings: 0,
  first_fired_at: 0,
  last_fired_at: 0,
  state: 'unknown',
  state_since: 0,
  expected_at: null,
  alarm_at: null,
  usual_gap: null,
  judge_at: null,
  limit_level: 0,
  limit_at: null,
  silenced_until: null,
  fall_id: null,
  fall_status: null,
  refused_at: null,
  version: 1,
})
