import { LIVE_NOTIFICATIONS, REPEAT_WINDOW_MS } from '#shared/limits.ts'
import type { ToastType } from '#shared/model/live-event.ts'
import type { Owner } from './owner.ts'
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

/** The newest ones, newest first. */
export const newestNotifications = (owner: Owner) =>
  owner.db
    .selectFrom('notifications')
    .select(['id', 'title', 'message', 'timestamp', 'read', 'type', 'link'])
    .where('user_id', '=', owner.userId)
    .orderBy('timestamp', 'desc')
    .orderBy('id', 'desc')
    .limit(LIVE_NOTIFICATIONS)
    .execute()

/** @returns whether it was there */
export async function markNotificationRead(owner: Owner, id: string): Promise<boolean> {
  const { numUpdatedRows } = await owner.db
    .updateTable('notifications')
    .set({ read: 1 })
    .where('user_id', '=', owner.userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export const markNotificationsRead = (owner: Owner) =>
  owner.db
    .updateTable('notifications')
    .set({ read: 1 })
    .where('user_id', '=', owner.userId)
    .where('read', '=', 0)
    .execute()

export const deleteReadNotifications = (owner: Owner) =>
  owner.db
    .deleteFrom('notifications')
    .where('user_id', '=', owner.userId)
    .where('read', '=', 1)
    .execute()
