import type { Live } from '#server/live/live.ts'
import {
  deleteReadNotifications,
  markNotificationRead,
  markNotificationsRead,
  newestNotifications,
} from '#server/store/rows/notifications.ts'
import { instant } from './instants.ts'
import { mine } from './signed-in.ts'

export const notificationOperations = ({ live }: { live: Live }) => ({
  list: mine.notifications.list.handler(async ({ context: { owner } }) => {
    const rows = await newestNotifications(owner)
    return rows.map(row => ({
      ...row,
      timestamp: instant(row.timestamp),
      read: row.read === 1,
    }))
  }),

  markRead: mine.notifications.markRead.handler(async ({ context: { owner }, input, errors }) => {
    if (!(await markNotificationRead(owner, input.id))) throw errors.NOT_FOUND()
    live.changed(owner.userId, 'notifications')
  }),

  markAllRead: mine.notifications.markAllRead.handler(async ({ context: { owner } }) => {
    await markNotificationsRead(owner)
    live.changed(owner.userId, 'notifications')
  }),

  clearRead: mine.notifications.clearRead.handler(async ({ context: { owner } }) => {
    await deleteReadNotifications(owner)
    live.changed(owner.userId, 'notifications')
  }),
})
