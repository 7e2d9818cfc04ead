/** Whom Telegram does not answer, as the processes that send have last found it. */
import type { Owner } from '#server/store/engine/owner.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { forgetSetting, readSetting, writeSetting } from '#server/store/rows/settings.ts'

const SILENCE = 'telegram-silence'

/** Whoever finds no answer says so again and again: one that was killed meanwhile says nothing more. */
const BELIEVED_FOR_MS = 60_000

/** `botId` null: nobody is answered. `since` and `seen` in milliseconds UTC. */
type Silence = { botId: string | null; since: number; seen: number }

export async function keepSilences(db: Database, silences: readonly Silence[]): Promise<void> {
  const bots = []
  for (const { botId, since, seen } of silences)
    if (botId === null) await writeSetting(db, SILENCE, JSON.stringify({ since, seen }))
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

/** @param botId null: somebody is answered again */
export async function endSilence(db: Database, botId: string | null): Promise<void> {
  if (botId === null) await forgetSetting(db, SILENCE)
  else
    await db
      .updateTable('bots')
      .set({ silent_since: null, silent_seen: null })
      .where('bot_id', '=', botId)
      .execute()
}

/**
 * @returns since when Telegram does not answer (milliseconds UTC), and for which of the account's
 *   connections (null: for none at all); null while it answers all of them
 */
export async function silenceFor(
  { db, userId }: Owner,
  connectionId: string | undefined,
  now: number,
): Promise<{ since: number; connections: string[] | null } | null> {
  const stored = await readSetting(db, SILENCE)
  if (stored !== undefined) {
    const { since, seen }: Silence = JSON.parse(stored)
    if (Math.abs(now - seen) < BELIEVED_FOR_MS) return { since, connections: null }
  }
  let silent = db
    .selectFrom('connections')
    .innerJoin('bots', 'bots.bot_id', 'connections.bot_id')
    .select(['connections.name', 'bots.silent_since'])
    .where('connections.user_id', '=', userId)
    .where('connections.is_active', '=', 1)
    .where('bots.silent_seen', '>', now - BELIEVED_FOR_MS)
    .where('bots.silent_seen', '<', now + BELIEVED_FOR_MS)
    .orderBy('connections.name')
  if (connectionId !== undefined) silent = silent.where('connections.id', '=', connectionId)
  const rows = await silent.execute()
  if (rows.length === 0) return null
  return {
    since: Math.min(...rows.map(row => row.silent_since ?? now)),
    connections: rows.map(row => row.name),
  }
}
