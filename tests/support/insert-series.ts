import { newOrderedId, newShortId } from '#server/base/ids.ts'
import type { Database } from '#server/store/engine/schema.ts'

/** A watched alert of a connection in state quiet, with the alarm of its fall, shown on the screen only. */
export async function insertSeries(
  db: Database,
  connectionId: string,
  name = 'Ruptura',
): Promise<{ id: string; fallId: string }> {
  const { user_id } = await db
    .selectFrom('connections')
    .select('user_id')
    .where('id', '=', connectionId)
    .executeTakeFirstOrThrow()
  const now = Date.now()
  const fallId = newOrderedId(now)
  const id = newShortId()
  await db
    .insertInto('watched_series')
    .values({
      id,
      user_id,
      connection_id: connectionId,
      name,
      folded: name,
      rhythm: '{}',
      recent: JSON.stringify([now - 7_200_000, now - 3_600_000]),
      strip: JSON.stringify({ day: Math.floor(now / 86_400_000), counts: Array(28).fill(1) }),
      firings: 28,
      first_fired_at: now - 28 * 86_400_000,
      last_fired_at: now - 3_600_000,
      state: 'quiet',
      state_since: now,
      expected_at: now - 1_800_000,
      alarm_at: null,
      usual_gap: 1_800_000,
      judge_at: null,
      limit_level: 0,
      limit_at: null,
      silenced_until: null,
      fall_id: fallId,
      version: 1,
    })
    .execute()
  await db
    .insertInto('watch_alarms')
    .values({
      id: fallId,
      user_id,
      kind: 'fall',
      about: id,
      title: `${name} calla`,
      message: `${name} no se ha disparado`,
      at: now,
      status: 'kept',
      attempts: 0,
      due_at: null,
      settled_at: now,
      reason: 'No hay conexión elegida.',
      was_normal: 0,
    })
    .execute()
  return { id, fallId }
}
