import { sql } from 'kysely'
import { checkValue, keyRingOf } from '#server/base/key-ring.ts'
import { createSecretBox } from '#server/base/secrets.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import { KEYS_IN_USE } from '#server/store/rows/keys-in-use.ts'
import { writeSetting } from '#server/store/rows/settings.ts'
import { hasTombstone } from '#server/store/rows/tombstones.ts'
import type { RestoredKey } from './restored-key.ts'

const RESTORED = { code: 'restored', reason: 'Restaurada de una copia' }

/**
 * Ends what must not continue after a restore: sessions and API tokens, which may have been ended since the backup;
 * links to chats; leases and outages; alerts and alarms that waited to be sent, which may have arrived. If the key is
 * lost, connections lose their token and are switched off, and accounts lose their second factor and recovery codes.
 * @returns number of alerts that waited
 */
export function settleRestored(db: Database, key: RestoredKey): Promise<number> {
  return db.transaction().execute(async trx => {
    const failed = await failWaiting(trx)
    for (const table of ['session', 'api_tokens', 'workers', 'chat_links', 'seen_chats'] as const)
      await trx.deleteFrom(table).execute()
    await trx
      .updateTable('bots')
      .set({ worker: null, silent_since: null, silent_seen: null })
      .execute()
    await trx.updateTable('watch_duty').set({ holder: null }).execute()
    await trx
      .updateTable('watch_alarms')
      .set({ status: 'kept', due_at: null, reason: RESTORED.reason })
      .where('due_at', 'is not', null)
      .execute()
    if (key.is === 'lost') await forgetSealed(trx, key.value)
    return failed
  })
}

/** Deliveries cancelled by a tombstone are left to the sweeper. */
async function failWaiting(trx: Transacting): Promise<number> {
  const waiting = trx.selectFrom('deliveries').where(({ not }) => not(hasTombstone))
  await trx
    .updateTable('alerts')
    .set({ uncertain: 1 })
    .where('id', 'in', waiting.where('in_flight', '=', 1).select('alert_id'))
    .execute()
  const { numUpdatedRows } = await trx
    .updateTable('alerts')
    .set({
      status: 'failed',
      next_attempt_at: null,
      error_code: RESTORED.code,
      error_reason: RESTORED.reason,
    })
    .where('id', 'in', waiting.select('alert_id'))
    .executeTakeFirstOrThrow()
  await sql`delete from deliveries where not ${hasTombstone}`.execute(trx)
  return Number(numUpdatedRows)
}

async function forgetSealed(trx: Transacting, secretKey: string): Promise<void> {
  const ring = keyRingOf(secretKey)
  const box = createSecretBox(ring)
  await trx
    .updateTable('connections')
    .set({ telegram_bot_token: box.encrypt(''), is_active: 0 })
    .execute()
  for (const table of ['second_factors', 'recovery_codes'] as const)
    await trx.deleteFrom(table).execute()
  await writeSetting(trx, KEYS_IN_USE, checkValue(ring[0]))
}
