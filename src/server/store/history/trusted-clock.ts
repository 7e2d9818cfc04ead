/** Trusted clock for deletion by age: it does not follow a system clock that jumped. */
import { sql } from 'kysely'
import { sharedClock } from '#server/store/engine/dialect.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { readSetting, writeSetting } from '#server/store/rows/settings.ts'
import { DAY_MS } from '#shared/limits.ts'

const CLOCK = 'clock'

/** Lead over the trusted clock that is still believed: a machine may be off for a night. */
const BELIEVED_AHEAD_MS = DAY_MS
/** Speed of the trusted clock while it catches up with a clock that is further ahead. */
const CATCHING_UP = 2

/** Milliseconds UTC: latest reading of the clock, and of the trusted clock at that moment. */
export type ClockState = { seen: number; passed: number }

/**
 * A clock that jumped ahead looks like a machine that was off. So alerts do not age at first, and the trusted
 * clock catches up in as long as the machine was off.
 */
export function nextClockState({ seen, passed }: ClockState, now: number): ClockState {
  const ahead = now - passed
  if (ahead <= BELIEVED_AHEAD_MS) return { seen: now, passed: Math.max(passed, now) }
  const since = now - seen
  const isSteady = since > 0 && since <= BELIEVED_AHEAD_MS
  const gained = isSteady ? Math.min(CATCHING_UP * since, ahead) : 0
  return { seen: now, passed: passed + gained }
}

/** Instant before which alerts are more than `days` days old. Milliseconds UTC. */
export const ageLimit = async (db: Database, days: number): Promise<number> =>
  (await trustedNow(db)) - days * DAY_MS

/** Milliseconds UTC; never later than now. */
export async function trustedNow(db: Database): Promise<number> {
  const { seen, passed } = await readClock(db)
  return Math.min(seen, passed)
}

/**
 * Stores the state of the trusted clock; to be called often.
 * @returns milliseconds that the clock is ahead of it; 0 as long as the clock is believed
 */
export async function saveClock(db: Database): Promise<number> {
  const noted = await readClock(db)
  await writeSetting(db, CLOCK, JSON.stringify(noted))
  return Math.max(0, noted.seen - noted.passed)
}

async function readClock(db: Database): Promise<ClockState> {
  const now = await sharedClock(db)
  const stored = await readSetting(db, CLOCK)
  if (stored !== undefined) return nextClockState(JSON.parse(stored), now)
  const newest = (await newestAlert(db)) ?? now
  return nextClockState({ seen: newest, passed: newest }, now)
}

/** Arrival of the newest alert of all accounts. */
async function newestAlert(db: Database): Promise<number | null> {
  const { rows } = await sql<{ newest: number | null }>`
    select max(newest) as newest from (
      select (select max(received_at) from alerts where user_id = profiles.user_id) as newest
      from profiles
    ) as accounts`.execute(db)
  return rows[0]?.newest ?? null
}
