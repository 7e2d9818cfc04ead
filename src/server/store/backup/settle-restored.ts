import { sql } from 'kysely'
import { checkValue, createSecretBox } from '#server/base/secrets.ts'
import type { Database, Transacting } from '#server/store/engine/schema.ts'
import { SECRET_KEY_CHECK, writeSetting } from '#server/store/rows/settings.ts'
import { hasTombstone } from '#server/store/rows/tombstones.ts'
import type { RestoredKey } from './restored-key.ts'

const RESTORED = { code: 'restored', reason: 'Restaurada de una copia' }

/**
 * What must not go on in an installation that was restored: sessions, links to chats, and what waited to be sent, which may
 * have arrived since the copy was made. Where the key is lost, connections have neither a token nor alerts.
 * @returns how many alerts waited
 */
export function settleRestored(db: Database, key: RestoredKey): Promise<number> {
  return db.transaction().execute(async trx => {
    const failed = await failWaiting(trx)
    for (const table of ['session', 'workers', 'chat_links', 'seen_chats'] as const)
      await trx.deleteFrom(table).execute()
    await trx
      .updateTable('bots')
      .set({ worker: null, silent_since: null, silent_seen: null })
      .execute()
    if (key.is === 'lost') await forgetTokens(trx, key.value)
    return failed
  })
}

/** What a tombstone cancels is left to the sweeper. */
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

async function forgetTokens(trx: Transacting, key: string): Promise<void> {
  const box = createSecretBox(key)
  await trx
    .updateTable('connections')
    .set({ telegram_bot_token: box.encrypt(''), is_active: 0 })
    .execute()
  await writeSetting(trx, SECRET_KEY_CHECK, checkValue(key))
}
