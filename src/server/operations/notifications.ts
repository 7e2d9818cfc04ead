import {
  deleteReadNotifications,
  markNotificationRead,
  markNotificationsRead,
  newestNotifications,
} from '#server/store/rows/notifications.ts'
import { instant } from './answers.ts'
import { signedIn } from './callers.ts'

export const notificationOperations = {
  list: signedIn.notifications.list.handler(async ({ context: { owner } }) => {
    const rows = await newestNotifications(owner)
    return rows.map(row => ({
      ...row,
      timestamp: instant(row.timestamp),
      read: row.read === 1,
    }))
  }),

  markRead: signedIn.notifications.markRead.handler(
    async ({ context: { owner }, input, errors }) => {
      if (!(await markNotificationRead(owner, input.id))) throw errors.NOT_FOUND()
    },
  ),

  markAllRead: signedIn.notifications.markAllRead.handler(async ({ context: { owner } }) => {
    await markNotificationsRead(owner)
  }),

  clearRead: signedIn.notifications.clearRead.handler(async ({ context: { owner } }) => {
    await deleteReadNotifications(owner)
  }),
}
