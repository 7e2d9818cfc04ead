import { REPEAT_WINDOW_MS } from '#shared/limits.ts'
import type { ToastType } from '#shared/model/live-event.ts'
import type { Database } from './schema.ts'

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
