import { sql } from 'kysely'
import { deleteInBatches } from '#server/store/engine/batches.ts'
import { isOneOf } from '#server/store/engine/dialect.ts'
import type { Owner } from '#server/store/engine/owner.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { KEPT_NOTIFICATIONS, REPEAT_WINDOW_MS } from '#shared/limits.ts'
import type { ToastType } from '#shared/model/live-event.ts'

export type NewNotification = {
  id: string
  userId: string
  /** Title for a number of events; repeats are added to the count of an earlier notification. */
  title: (count: number) => string
  message: string
  type: ToastType
  link: string | null
  repeatKey: string
  /** Number of events it reports. */
  count: number
  now: number
}

export async function notify(db: Database, entry: NewNotification): Promise<void> {
  const { id, userId, title, message, type, link, repeatKey, count, now } = entry
  const told = await db
    .selectFrom('notifications')
    .select(['id', 'count'])
    .where('user_id', '=', userId)
    .where('timestamp', '>', now - REPEAT_WINDOW_MS)
    .where('repeat_key', '=', repeatKey)
    .executeTakeFirst()
  if (told) {
    await db
      .updateTable('notifications')
      .set(eb => ({
        title: title(told.count + count),
        message,
        timestamp: now,
        read: 0,
        count: eb('count', '+', count),
      }))
      .where('id', '=', told.id)
      .execute()
    return
  }
  await db
    .insertInto('notifications')
    .values({
      id,
      user_id: userId,
      title: title(count),
      message,
      timestamp: now,
      read: 0,
      type,
      link,
      repeat_key: repeatKey,
      count,
    })
    .execute()
}

/** All kept notifications of an account, newest first. */
export const listNotifications = (owner: Owner) =>
  owner.db
    .selectFrom('notifications')
    .select(['id', 'title', 'message', 'timestamp', 'read', 'type', 'link', 'count', 'repeat_key'])
    .where('user_id', '=', owner.userId)
    .orderBy('timestamp', 'desc')
    .orderBy('id', 'desc')
    .limit(KEPT_NOTIFICATIONS)
    .execute()

export const markNotificationsRead = (owner: Owner, ids: readonly string[]) =>
  owner.db
    .updateTable('notifications')
    .set({ read: 1 })
    .where('user_id', '=', owner.userId)
    .where(isOneOf(owner.db, 'id', ids))
    .execute()

export const markAllNotificationsRead = (owner: Owner) =>
  owner.db
    .updateTable('notifications')
    .set({ read: 1 })
    .where('user_id', '=', owner.userId)
    .where('read', '=', 0)
    .execute()

export const deleteReadNotifications = ({ db, userId }: Owner): Promise<number> =>
  deleteInBatches(db, {
    table: 'notifications',
    key: ['id'],
    condition: sql`user_id = ${userId} and read = 1`,
  })
