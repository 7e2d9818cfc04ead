/** Trusted clock, for what is deleted by its age: it does not follow a clock that jumped. */
import { sql } from 'kysely'
import { sharedClock } from '#server/store/engine/dialect.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { readSetting, writeSetting } from '#server/store/rows/settings.ts'
import { DAY_MS } from '#shared/limits.ts'

const CLOCK = 'clock'

/** How far ahead the clock may be of the trusted one: a machine is off for a night. */
const BELIEVED_AHEAD_MS = DAY_MS
/** Of a clock that is further ahead each hour counts so many, until they agree. */
const CATCHING_UP = 2

/** Milliseconds UTC: what the clock said last, and what the trusted clock said then. */
export type ClockState = { seen: number; passed: number }

/**
 * A clock that jumped ahead and a machine that was off look the same. So no alert is older at first, and
 * the trusted clock catches up in as long as the machine was off.
 */
export function nextClockState({ seen, passed }: ClockState, now: number): ClockState {
  const ahead = now - passed
  if (ahead <= BELIEVED_AHEAD_MS) return { seen: now, passed: Math.max(passed, now) }
  const since = now - seen
  const isSteady = since > 0 && since <= BELIEVED_AHEAD_MS
  const gained = isSteady ? Math.min(CATCHING_UP * since, ahead) : 0
  return { seen: now, passed: passed + gained }
}

/** What was received before this instant is more than so many days old. Milliseconds UTC. */
export const ageLimit = async (db: Database, days: number): Promise<number> =>
  (await trustedNow(db)) - days * DAY_MS

/** Milliseconds UTC; never later than now. */
export async function trustedNow(db: Database): Promise<number> {
  const { seen, passed } = await readClock(db)
  return Math.min(seen, passed)
}

/**
 * Writes down what the trusted clock says; to be called often.
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

/** When the newest alert of all accounts was received. */
async function newestAlert(db: Database): Promise<number | null> {
  const { rows } = await sql<{ newest: number | null }>`
    select max(newest) as newest from (
      select (select max(received_at) from alerts where user_id = profiles.user_id) as newest
      from profiles
    ) as accounts`.execute(db)
  return rows[0]?.newest ?? null
}
