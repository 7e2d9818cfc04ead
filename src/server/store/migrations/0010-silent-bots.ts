import type { Kysely } from 'kysely'

/** Which bots Telegram does not answer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['silent_since', 'silent_seen'])
    await db.schema.alterTable('bots').addColumn(name, 'bigint').execute()
}
