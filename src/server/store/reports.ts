import type { ToastType } from '#shared/model/live-event.ts'
import type { Database } from './schema.ts'

/** The same happening within this time is one entry with a count. */
const REPEAT_WINDOW_MS = 5 * 60_000

export type NewNotification = {
  id: string
  userId: string
  title: string
  message: string
  type: ToastType
  link: string | null
  repeatKey: string
  /** How many happenings it tells of. */
  count: number
  now: number
}

export async function notify(db: Database, entry: NewNotification): Promise<void> {
  const repeated = await db
    .updateTable('notifications')
    .set(eb => ({
      message: entry.message,
      timestamp: entry.now,
      read: 0,
      count: eb('count', '+', entry.count),
    }))
    .where('user_id', '=', entry.userId)
    .where('timestamp', '>', entry.now - REPEAT_WINDOW_MS)
    .where('repeat_key', '=', entry.repeatKey)
    .executeTakeFirst()
  if (repeated.numUpdatedRows > 0n) return
  await db
    .insertInto('notifications')
    .values({
      id: entry.id,
      user_id: entry.userId,
      title: entry.title,
      message: entry.message,
      timestamp: entry.now,
      read: 0,
      type: entry.type,
      link: entry.link,
      repeat_key: entry.repeatKey,
      count: entry.count,
    })
    .execute()
}

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
