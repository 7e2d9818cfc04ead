/** Outage status: bots that Telegram does not answer, as last reported by the sending processes. */
import type { Owner } from '#server/store/engine/owner.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { deleteSetting, readSetting, writeSetting } from '#server/store/rows/settings.ts'

/** Setting that stores an outage of all bots; its name is older than the term «outage». */
const SETTING = 'telegram-silence'

/** How long a report is believed: a process repeats it during the outage, and a killed process does not. */
const BELIEVED_FOR_MS = 60_000

/** `botId` null: no bot is answered. `since` and `seen` in milliseconds UTC. */
type Outage = { botId: string | null; since: number; seen: number }

export async function writeOutages(db: Database, outages: readonly Outage[]): Promise<void> {
  const bots = []
  for (const { botId, since, seen } of outages)
    if (botId === null) await writeSetting(db, SETTING, JSON.stringify({ since, seen }))
    else
      bots.push({ bot_id: botId, waits_until: 0, wait: 0, silent_since: since, silent_seen: seen })
  if (bots.length === 0) return
  await db
    .insertInto('bots')
    .values(bots)
    .onConflict(conflict =>
      conflict.column('bot_id').doUpdateSet(({ ref }) => ({
        silent_since: ref('excluded.silent_since'),
        silent_seen: ref('excluded.silent_seen'),
      })),
    )
    .execute()
}

/** @param botId null: some bot is answered again */
export async function clearOutage(db: Database, botId: string | null): Promise<void> {
  if (botId === null) await deleteSetting(db, SETTING)
  else
    await db
      .updateTable('bots')
      .set({ silent_since: null, silent_seen: null })
      .where('bot_id', '=', botId)
      .execute()
}

/** Since when Telegram answers no bot at all (milliseconds UTC); null while it answers some. */
export async function readOutageOfAll(db: Database, now: number): Promise<number | null> {
  const stored = await readSetting(db, SETTING)
  if (stored === undefined) return null
  const { since, seen }: Outage = JSON.parse(stored)
  return isBelieved(seen, now) ? since : null
}

/** Whether an outage that was last reported at `seen` (milliseconds UTC) is still believed. */
export const isBelieved = (seen: number, now: number): boolean =>
  Math.abs(now - seen) < BELIEVED_FOR_MS

/**
 * @returns start of the outage (milliseconds UTC) and the names of the account's connections concerned (null: all
 *   of them); null while Telegram answers all of them
 */
export async function readOutage(
  { db, userId }: Owner,
  connectionId: string | undefined,
  now: number,
): Promise<{ since: number; connections: string[] | null } | null> {
  const ofAll = await readOutageOfAll(db, now)
  if (ofAll !== null) return { since: ofAll, connections: null }
  let affected = db
    .selectFrom('connections')
    .innerJoin('bots', 'bots.bot_id', 'connections.bot_id')
    .select(['connections.name', 'bots.silent_since'])
    .where('connections.user_id', '=', userId)
    .where('connections.is_active', '=', 1)
    .where('bots.silent_seen', '>', now - BELIEVED_FOR_MS)
    .where('bots.silent_seen', '<', now + BELIEVED_FOR_MS)
    .orderBy('connections.name')
  if (connectionId !== undefined) affected = affected.where('connections.id', '=', connectionId)
  const rows = await affected.execute()
  if (rows.length === 0) return null
  return {
    since: Math.min(...rows.map(row => row.silent_since ?? now)),
    connections: rows.map(row => row.name),
  }
}
