import type { Owner } from '#server/store/engine/owner.ts'
import {
  deleteReadNotifications,
  listNotifications,
  markAllNotificationsRead,
  markNotificationsRead,
} from '#server/store/rows/notifications.ts'
import { LIVE_NOTIFICATIONS } from '#shared/limits.ts'
import type { Notification } from '#shared/model/notification.ts'
import { notificationTexts } from '#shared/texts/notifications.ts'
import { signedIn } from './callers.ts'
import { instant } from './instants.ts'
import { groupReports, isOfFailure, type ReportGroup } from './report-groups.ts'

export const notificationOperations = {
  list: signedIn.notifications.list.handler(async ({ context: { owner } }) =>
    (await readGroups(owner)).slice(0, LIVE_NOTIFICATIONS).map(asNotification),
  ),

  markRead: signedIn.notifications.markRead.handler(
    async ({ context: { owner }, input, errors }) => {
      const group = (await readGroups(owner)).find(({ ids }) => ids.includes(input.id))
      if (!group) throw errors.NOT_FOUND()
      await markNotificationsRead(owner, group.ids)
    },
  ),

  markAllRead: signedIn.notifications.markAllRead.handler(async ({ context: { owner } }) => {
    await markAllNotificationsRead(owner)
  }),

  clearRead: signedIn.notifications.clearRead.handler(async ({ context: { owner } }) => {
    await deleteReadNotifications(owner)
  }),
}

type Row = Awaited<ReturnType<typeof listNotifications>>[number] & { failed: boolean }

async function readGroups(owner: Owner): Promise<ReportGroup<Row>[]> {
  const rows = await listNotifications(owner)
  const failed = (row: (typeof rows)[number]) => row.type === 'error' && isOfFailure(row.repeat_key)
  return groupReports(
    owner,
    rows.map(row => ({ ...row, failed: failed(row) })),
  )
}

/** A group is unread while its newest notification is. */
function asNotification({ newest, since, count, failure }: ReportGroup<Row>): Notification {
  const { id, title, message, timestamp, read, type, link } = newest
  return {
    id,
    title: failure ? notificationTexts.notDelivered([...failure.names], count) : title,
    message,
    timestamp: instant(timestamp),
    read: read === 1,
    type,
    link,
    since: instant(since),
    cause: failure?.cause ?? null,
  }
}
