import { REPEAT_WINDOW_MS } from '#shared/limits.ts'
import type { Database } from './schema.ts'

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
