import type { KnownSeries } from '#server/store/watch/learning.ts'
import { DAY_MS } from '#shared/limits.ts'
import { judge } from '#shared/watch/judge.ts'
import { fallText } from './alarm-texts.ts'
import { type Raised, raisedOf } from './raised.ts'
import { contextOf, judgedColumns, rhythmOf, type Setting, withoutFuture } from './series.ts'
import type { Written } from './study.ts'

/** A series that would have counted as quiet this long ago already raises no alarm: it is only shown as quiet. */
const FELL_WITHIN_MS = DAY_MS
/** Wait before a series that can't be judged yet is judged again. */
const LATER_MS = 60_000
const WHILE_OFF_MS = 10 * 60_000

/** Judges series and raises their falls. @param known series whose judgement may have changed */
export function judgeSeries(known: readonly KnownSeries[], setting: Setting): Written {
  const { now, accounts } = setting
  const changed: KnownSeries[] = []
  const removed: string[] = []
  const raised: Raised[] = []
  for (const row of known) {
    const account = accounts.find(({ user_id }) => user_id === row.user_id)
    if (!account || row.connection_name === null) removed.push(row.id)
    else if (row.is_active === 0) changed.push({ ...row, judge_at: now + WHILE_OFF_MS })
    else if (account.broken_since !== null) changed.push({ ...row, judge_at: now + LATER_MS })
    else
      try {
        const { after, fall } = judged(row, setting)
        if (fall) raised.push(fall)
        changed.push(after)
      } catch {
        // Not judged again until it fires.
        changed.push({ ...row, state: 'unknown', judge_at: null })
      }
  }
  return { changed: JSON.stringify(changed), changedCount: changed.length, removed, raised }
}

function judged(known: KnownSeries, setting: Setting): { after: KnownSeries; fall: Raised | null } {
  const { now } = setting
  const row = withoutFuture(known, now)
  const context = contextOf(row, setting)
  const rhythm = rhythmOf(row)
  const after = { ...row, ...judgedColumns(row, rhythm, context, now) }
  const falls = after.state === 'quiet' && row.state !== 'quiet' && row.fall_id === null
  if (!falls || judge(rhythm, now - FELL_WITHIN_MS, context).state === 'quiet')
    return { after, fall: null }
  const { timeZone } = context
  const text = fallText(row, { usualGap: after.usual_gap, timeZone })
  const fall = raisedOf(row, 'fall', text, setting, null)
  return { after: { ...after, fall_id: fall.alarm.id }, fall }
}
