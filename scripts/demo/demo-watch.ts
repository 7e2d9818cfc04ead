/** Watch data of alerts in each of Vigía's states, so that each state can be seen. */
import type { Insertable } from 'kysely'
import { dayAt, dayNumber } from '#server/base/account-days.ts'
import { newOrderedId, newShortId } from '#server/base/ids.ts'
import { type Owner, ownerTransaction } from '#server/store/engine/owner.ts'
import type { Tables } from '#server/store/engine/schema.ts'
import { insertHeartbeat } from '#server/store/watch/heartbeats.ts'
import { writeWatchSettings } from '#server/store/watch/settings.ts'
import { fallText, returnText } from '#server/watch/alarm-texts.ts'
import { LAST_INSTANT, STRIP_DAYS } from '#shared/limits.ts'
import { judge } from '#shared/watch/judge.ts'
import { learn } from '#shared/watch/learn.ts'
import { STOPPED_AT } from '#shared/watch/limit.ts'
import { emptyRhythm } from '#shared/watch/rhythm.ts'
import { between, seededRandom } from './random.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const WEEKS = 8
const SEED = 21

/** Heartbeat that the live traffic keeps alive. */
export const BEATING_ID = 'Ht6bPq2LwX9sVm4RkJ7nZe'
const SILENT_ID = 'Nc3yGf8DuT5aKo1WhE6iMb'
const WAITING_ID = 'Vd7rJk4QzM2xBp9TsL5nCe'

const bitcoin = 'c7Kq9xVbT2mNf4RzLw8HpA'
const gold = 'mW3eRt7YuI0pLk2JhGf6Dz'
const euro = 'Qa8sDf5GhJ1kLz9XcVb3Nm'
const ether = 'Pl2oKi6JuH9yGt4FrDe7Sw'
const ibex = 'Bn4mVc7XzL0kJh3GfD6sAp'
const news = 'Zx5cVb8NmA1sDf4GhJ7kLq'

/** Names of the connections whose alerts have an alarm here. */
const connectionNames: Readonly<Record<string, string>> = { [bitcoin]: 'BTC Scalping 5m' }

interface Watched {
  connectionId: string
  name: string
  /** Minutes between two firings. */
  every: number
  /** Minutes since its last firing. */
  last: number
  /** Weeks since it is known; eight by default. */
  weeks?: number
  /** Number of quick firings just before its last one, 10 s apart. */
  burst?: number
  isSilenced?: true
  /** True if an alarm was sent. */
  isTold?: true
}

const watched: readonly Watched[] = [
  { connectionId: bitcoin, name: 'Cierre de vela 15m', every: 15, last: 190, isTold: true },
  { connectionId: ether, name: 'Vela de 4 h cerrada', every: 240, last: 330 },
  { connectionId: bitcoin, name: 'Ruptura con volumen', every: 55, last: 12, burst: 16 },
  { connectionId: gold, name: 'Toque de la media de 20', every: 90, last: 30, burst: 13 },
  { connectionId: gold, name: 'Máximo de sesión del oro', every: 24 * 60, last: 4 * 24 * 60 },
  { connectionId: bitcoin, name: 'Cierre de vela 1h', every: 60, last: 25 },
  { connectionId: ether, name: 'Financiación cada 8 h', every: 480, last: 200 },
  { connectionId: euro, name: 'Divergencia semanal', every: 9_000, last: 3_000, weeks: 3 },
  { connectionId: ibex, name: 'Cierre de sesión', every: 24 * 60, last: 9 * 24 * 60 },
  {
    connectionId: news,
    name: 'Titular de última hora',
    every: 40,
    last: 300,
    isSilenced: true,
  },
]

/** Inserts series in every state, their alarms, three heartbeats, and the connection that sends alarms. */
export async function fillWatch(owner: Owner, now: number, timeZone: string): Promise<void> {
  const rows = watched.map((series, nth) => seriesRow(series, { owner, now, timeZone, nth }))
  const alarms = rows.flatMap(row => alarmsOf(row, now, timeZone))
  await ownerTransaction(owner, async own => {
    await own.db.insertInto('watched_series').values(rows).execute()
    await own.db.insertInto('watch_alarms').values(alarms).execute()
    await insertHeartbeat(own, {
      ...heartbeat(BEATING_ID, 'Latido BTC', now),
      last_at: now - MINUTE_MS,
      alarm_at: now + 10 * MINUTE_MS,
    })
    await insertHeartbeat(own, {
      ...heartbeat(SILENT_ID, 'Latido del servidor de casa', now),
      last_at: now - 3 * HOUR_MS,
      silent_since: now - 3 * HOUR_MS + 10 * MINUTE_MS,
    })
    await insertHeartbeat(own, heartbeat(WAITING_ID, 'Latido ETH', now))
    await writeWatchSettings(own, { connection_id: euro })
  })
}

const heartbeat = (id: string, name: string, now: number) => ({
  id,
  name,
  every_minutes: 5,
  created_at: now - 20 * DAY_MS,
  last_at: null,
  alarm_at: null,
  silent_since: null,
  silenced_until: null,
})

interface Given {
  owner: Owner
  now: number
  timeZone: string
  nth: number
}

/** Learned and judged like the product does, and left so: only a series that fires again is judged anew. */
function seriesRow(series: Watched, { owner, now, timeZone, nth }: Given) {
  const firings = firingsOf(series, now, SEED + nth)
  const context = { timeZone, away: [] }
  const rhythm = learn(emptyRhythm(), firings, context)
  const { state, expectedAt, alarmAt, usualGap } = judge(rhythm, now, context)
  const today = dayNumber(dayAt(now, timeZone))
  const counts = Array.from({ length: STRIP_DAYS }, () => 0)
  for (const at of firings) {
    const place = STRIP_DAYS - 1 - (today - dayNumber(dayAt(at, timeZone)))
    if (place >= 0) counts[place] = (counts[place] ?? 0) + 1
  }
  const last = firings.at(-1) ?? now
  return {
    id: newShortId(),
    user_id: owner.userId,
    connection_id: series.connectionId,
    name: series.name,
    folded: series.name.replace(/\d+/g, '#'),
    rhythm: JSON.stringify(rhythm),
    recent: JSON.stringify(firings.slice(-STOPPED_AT)),
    strip: JSON.stringify({ day: today, counts }),
    firings: firings.length,
    first_fired_at: firings[0] ?? now,
    last_fired_at: last,
    state,
    state_since: state === 'alive' || state === 'unknown' ? last : Math.max(last, now - HOUR_MS),
    expected_at: expectedAt,
    alarm_at: alarmAt,
    usual_gap: usualGap,
    judge_at: null,
    limit_level: limitLevel(series),
    limit_at: series.burst ? last : null,
    silenced_until: series.isSilenced ? LAST_INSTANT : null,
    fall_id: series.isTold ? newOrderedId(now - HOUR_MS) : null,
    version: 1,
  } satisfies Insertable<Tables['watched_series']>
}

const limitLevel = ({ burst = 0 }: Watched): 0 | 1 | 2 => {
  if (burst === 0) return 0
  return burst >= STOPPED_AT ? 2 : 1
}

/** Firings up to the last one, each near its due time. */
function firingsOf({ every, last, weeks = WEEKS, burst = 0 }: Watched, now: number, seed: number) {
  const random = seededRandom(seed)
  const end = now - last * MINUTE_MS
  const count = Math.floor((weeks * 7 * DAY_MS) / (every * MINUTE_MS))
  const steady = Array.from({ length: count }, (_, nth) =>
    Math.round(end - (count - 1 - nth) * every * MINUTE_MS - between(random, 0, every) * 1_000),
  )
  const quick = Array.from({ length: burst }, (_, nth) => end - (burst - 1 - nth) * 10_000)
  return [...steady.filter(at => at < end - burst * 10_000), ...quick].toSorted((a, b) => a - b)
}

type Row = ReturnType<typeof seriesRow>

/** The ongoing fall, and one of weeks ago, marked as normal, with its return. */
function alarmsOf(row: Row, now: number, timeZone: string): Insertable<Tables['watch_alarms']>[] {
  if (row.fall_id === null) return []
  const old = now - 16 * DAY_MS
  const named = { name: row.name, connection_name: connectionNames[row.connection_id] ?? '' }
  const fell = (last_fired_at: number) =>
    fallText({ ...named, last_fired_at }, { usualGap: row.usual_gap, timeZone })
  const told = {
    user_id: row.user_id,
    about: row.id,
    status: 'sent' as const,
    attempts: 1,
    due_at: null,
    reason: null,
    was_normal: 0 as const,
  }
  return [
    {
      ...told,
      id: row.fall_id,
      kind: 'fall',
      ...fell(row.last_fired_at),
      at: now - HOUR_MS,
      settled_at: now - HOUR_MS + 800,
    },
    {
      ...told,
      id: newOrderedId(old),
      kind: 'fall',
      ...fell(old - 2 * HOUR_MS),
      at: old,
      settled_at: old + 700,
      was_normal: 1,
    },
    {
      ...told,
      id: newOrderedId(old + 2 * HOUR_MS),
      kind: 'return',
      ...returnText(named, { silence: 4 * HOUR_MS, firedAt: old + 2 * HOUR_MS, timeZone }),
      at: old + 2 * HOUR_MS,
      settled_at: old + 2 * HOUR_MS + 600,
    },
  ]
}
