/** Converts watched series and alarms to the API's models. */
import { addDays } from '#server/base/account-days.ts'
import type { TvConfigRow } from '#server/store/rows/tv-configs.ts'
import type { AlarmRow } from '#server/store/watch/alarms.ts'
import type { ShownSeries } from '#server/store/watch/series.ts'
import { stripUntil } from '#server/watch/firing-strip.ts'
import { DAY_MS, LAST_INSTANT } from '#shared/limits.ts'
import type { Alarm, SilencePeriod, WatchedAlert, WatchState } from '#shared/model/watch.ts'
import { standingLevel } from '#shared/watch/limit.ts'
import { byName } from './by-name.ts'
import { instant, instantOrNull } from './instants.ts'

/** Milliseconds for which a series that came near the limit is shown as such. */
const NEAR_SHOWN_MS = DAY_MS

type Expiry = { on: string; configId: string }

/** `today`: date in the account's time zone. */
export type Now = { now: number; today: string }

/** Expiries of TV configurations, by connection and alert name. */
export function expiriesOf(configs: readonly TvConfigRow[]): ReadonlyMap<string, Expiry> {
  const expiries = new Map<string, Expiry>()
  for (const { id, name, connection_id, template_fields, expires_on } of configs) {
    if (expires_on === null) continue
    const fields: Record<string, string> = JSON.parse(template_fields)
    const key = keyOf(connection_id, fields.alert_name || fields.name || name)
    const other = expiries.get(key)
    if (!other || other.on < expires_on) expiries.set(key, { on: expires_on, configId: id })
  }
  return expiries
}

const keyOf = (connectionId: string, name: string) => `${connectionId}\n${name.trim()}`

export function asWatchedAlert(
  row: ShownSeries,
  expiries: ReadonlyMap<string, Expiry>,
  at: Now,
): WatchedAlert {
  const expiry = expiries.get(keyOf(row.connection_id, row.name)) ?? null
  const limit = limitOf(row, at.now)
  return {
    id: row.id,
    connectionId: row.connection_id,
    connectionName: row.connection_name,
    name: row.name,
    state: stateOf(row, { expiry, limit }, at),
    stateSince: instant(row.state_since),
    silenced: silenceOf(row.silenced_until, at.now),
    firings: row.firings,
    firstFiredAt: instant(row.first_fired_at),
    lastFiredAt: instant(row.last_fired_at),
    usualGap: row.usual_gap,
    expectedAt: instantOrNull(row.expected_at),
    alarmAt: instantOrNull(row.alarm_at),
    expiry,
    limit,
    strip: stripUntil(row.strip, at.today),
    fallId: row.fall_id,
  }
}

/** Null if not silenced. In the result, `until` is null if silenced for good, which is stored as `LAST_INSTANT`. */
export const silenceOf = (until: number | null, now: number): WatchedAlert['silenced'] =>
  until === null || until <= now ? null : { until: until >= LAST_INSTANT ? null : instant(until) }

/** @param tomorrow start of the account's next day */
export function silencedUntil(period: SilencePeriod, now: number, tomorrow: number): number | null {
  const untils = { hour: now + 3_600_000, tomorrow, always: LAST_INSTANT, none: null }
  return untils[period]
}

function limitOf(
  { limit_level, limit_at, last_fired_at }: ShownSeries,
  now: number,
): WatchedAlert['limit'] {
  const level = standingLevel({ level: limit_level, at: limit_at }, last_fired_at)
  if (level === 0 || limit_at === null) return null
  if (level === 2) return { level: 'stopped', at: instant(limit_at) }
  return now - limit_at < NEAR_SHOWN_MS ? { level: 'near', at: instant(limit_at) } : null
}

function stateOf(
  row: ShownSeries,
  { expiry, limit }: Pick<WatchedAlert, 'expiry' | 'limit'>,
  { today }: Now,
): WatchState {
  if (row.is_active === 0) return 'off'
  // A series that has fired later than the day after its expiry was renewed in TradingView, and is not expired.
  if (expiry && expiry.on < today && row.last_fired_at < Date.parse(addDays(expiry.on, 2)))
    return 'expired'
  return limit ? 'near-limit' : row.state
}

const ranks: Record<WatchState, number> = {
  quiet: 0,
  expired: 1,
  'near-limit': 2,
  late: 3,
  alive: 4,
  unknown: 5,
  off: 6,
}

/** Most urgent state first, then by name. */
export const byUrgency = (a: WatchedAlert, b: WatchedAlert): number =>
  ranks[a.state] - ranks[b.state] || byName(a, b)

export const asAlarm = (row: AlarmRow): Alarm => ({
  id: row.id,
  kind: row.kind,
  about: row.about,
  title: row.title,
  message: row.message,
  at: instant(row.at),
  status: row.status,
  sentAt: row.status === 'sent' ? instantOrNull(row.settled_at) : null,
  reason: row.reason,
  wasNormal: row.was_normal === 1,
})
