import { type Kysely, sql } from 'kysely'
import { clock } from '#server/base/clock.ts'
import { columnTypes } from '#server/store/engine/dialect.ts'
import { DAY_MS } from '#shared/limits.ts'

/**
 * Times of sessions' uses and confirmations, and the values of their cookies. Existing sessions go on, but end after
 * 7 days without use.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(db)
  const instants = ['authenticatedAt', 'lastUsedAt', 'startedAt', 'referenceSince', 'previousUntil']
  for (const column of instants)
    await db.schema.alterTable('session').addColumn(column, 'bigint').execute()
  for (const column of ['reference', 'previousReference']) {
    await db.schema.alterTable('session').addColumn(column, text).execute()
    await db.schema
      .createIndex(`session_by_${column}`)
      .on('session')
      .column(column)
      .unique()
      .execute()
  }
  const now = clock.now()
  const idleEnd = new Date(now + 7 * DAY_MS).toISOString()
  await sql`update "session" set "startedAt" = ${now}`.execute(db)
  await sql`update "session" set "expiresAt" = ${idleEnd} where "expiresAt" > ${idleEnd}`.execute(
    db,
  )
}
