import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { deleteInBatches } from '#server/store/engine/batches.ts'
import type { Database } from '#server/store/engine/schema.ts'

/** At most `max` tries in a window of `window` seconds, which begins with the first try. */
export type RateLimit = { max: number; window: number }

/** Upper bound of all windows. */
export const LONGEST_RATE_WINDOW_MS = 60 * 60_000

/**
 * Milliseconds by which the window may begin after `now`, if a concurrent try began it. A window further in the future
 * began before the clock was set back.
 */
const AT_ONCE_MS = 60_000

/**
 * Counts a try across all processes.
 * @returns seconds until the next try is allowed; null if this one is
 */
export async function countTry(
  db: Database,
  key: string,
  limit: RateLimit,
  now: number,
): Promise<number | null> {
  // A refused try costs no write.
  return (await secondsToWait(db, key, limit, now)) ?? (await recordTry(db, key, limit, now))
}

async function secondsToWait(
  db: Database,
  key: string,
  { max, window }: RateLimit,
  now: number,
): Promise<number | null> {
  const row = await db
    .selectFrom('rateLimit')
    .select('lastRequest as begun')
    .where('key', '=', key)
    .where('count', '>=', max)
    .where('lastRequest', '>', now - window * 1_000)
    .where('lastRequest', '<=', now + AT_ONCE_MS)
    .executeTakeFirst()
  return row ? Math.ceil((row.begun - now) / 1_000) + window : null
}

async function recordTry(
  db: Database,
  key: string,
  { max, window }: RateLimit,
  now: number,
): Promise<number | null> {
  const ends = now - window * 1_000
  const isOver = sql<boolean>`"rateLimit"."lastRequest" not between ${ends + 1} and ${now + AT_ONCE_MS}`
  const { count, begun } = await db
    .insertInto('rateLimit')
    .values({ id: randomUUID(), key, count: 1, lastRequest: now })
    .onConflict(conflict =>
      conflict.column('key').doUpdateSet({
        count: sql`case when ${isOver} then 1 else "rateLimit"."count" + 1 end`,
        lastRequest: sql`case when ${isOver} then ${now} else "rateLimit"."lastRequest" end`,
      }),
    )
    .returning(['count', 'lastRequest as begun'])
    .executeTakeFirstOrThrow()
  return count <= max ? null : Math.ceil((begun - now) / 1_000) + window
}

/** Deletes windows that began before `time`. */
export const deleteTriesBefore = (db: Database, time: number) =>
  deleteInBatches(db, {
    table: 'rateLimit',
    key: ['key'],
    condition: sql`"lastRequest" < ${time}`,
  })
