import { sql } from 'kysely'
import { deleteInBatches } from '#server/store/engine/batches.ts'
import { forDatabase, isOneOf } from '#server/store/engine/dialect.ts'
import { anyHasText } from '#server/store/engine/has-text.ts'
import type { Owner } from '#server/store/engine/owner.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { REPEAT_WINDOW_MS } from '#shared/limits.ts'
import type { ErrorLogQuery } from '#shared/model/error-log.ts'

export type NewErrorLog = {
  id: string
  userId: string
  source: string
  message: string
  isCritical: boolean
  details: Record<string, unknown>
  repeatKey: string
  count: number
  now: number
}

export async function logError(db: Database, entry: NewErrorLog): Promise<void> {
  const details = JSON.stringify(entry.details)
  const repeated = await db
    .updateTable('error_logs')
    .set(eb => ({
      message: entry.message,
      details,
      timestamp: entry.now,
      count: eb('count', '+', entry.count),
    }))
    .where('user_id', '=', entry.userId)
    .where('timestamp', '>', entry.now - REPEAT_WINDOW_MS)
    .where('repeat_key', '=', entry.repeatKey)
    .executeTakeFirst()
  if (repeated.numUpdatedRows > 0n) return
  await db
    .insertInto('error_logs')
    .values({
      id: entry.id,
      user_id: entry.userId,
      source: entry.source,
      message: entry.message,
      timestamp: entry.now,
      is_critical: entry.isCritical ? 1 : 0,
      details,
      repeat_key: entry.repeatKey,
      count: entry.count,
    })
    .execute()
}

/** All entries that match a query, newest first, with the columns by which they are grouped. */
export async function findErrorLogs(
  { db, userId }: Owner,
  { critical, search }: Pick<ErrorLogQuery, 'critical' | 'search'>,
) {
  let found = db.selectFrom('error_logs').where('user_id', '=', userId)
  if (critical !== undefined) found = found.where('is_critical', '=', critical ? 1 : 0)
  if (search) found = found.where(anyHasText(['message', 'source', reasonIn(db)], search))
  return found
    .select(['id', 'timestamp', 'is_critical', 'repeat_key', 'count'])
    .orderBy('timestamp', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

const REASON_IN_JSON = /"reason":"((?:[^"\\]|\\.)*)"/

/**
 * The `reason` of an entry's details; the other details may hold parts of a body and are not searched. A pattern
 * reads it on PostgreSQL, which rejects JSON that contains U+0000 or half of a surrogate pair.
 */
const reasonIn = (db: Database) =>
  forDatabase(db, {
    sqlite: sql<string | null>`details ->> 'reason'`,
    postgres: sql<string | null>`substring(details from ${REASON_IN_JSON.source}::text)`,
  })

export const readErrorLogs = ({ db, userId }: Owner, ids: readonly string[]) =>
  db
    .selectFrom('error_logs')
    .select(['id', 'source', 'message', 'timestamp', 'is_critical', 'details'])
    .where('user_id', '=', userId)
    .where(isOneOf(db, 'id', ids))
    .execute()

/** @param before milliseconds UTC @returns number of deleted entries */
export const deleteErrorLogs = ({ db, userId }: Owner, before: number): Promise<number> =>
  deleteInBatches(db, {
    table: 'error_logs',
    key: ['id'],
    condition: sql`user_id = ${userId} and timestamp < ${before}`,
  })
