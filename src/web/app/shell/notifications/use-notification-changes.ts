import type { Notification } from '#shared/model/notification.ts'
import { notificationTexts } from '#shared/texts.ts'
import { api, client } from '#web/data/client.ts'
import { useOptimisticChange } from '#web/parts/use-optimistic-change.ts'

const { queryKey } = api.notifications.list.queryOptions()

/** What can be done with notifications. */
export function useNotificationChanges() {
  const markRead = useOptimisticChange<Notification[], string>({
    queryKey,
    store: id => client.notifications.markRead({ id }),
    change: (all, id) => all.map(one => (one.id === id ? { ...one, read: true } : one)),
  })
  const markAllRead = useOptimisticChange<Notification[]>({
    queryKey,
    store: () => client.notifications.markAllRead(),
    change: all => all.map(one => ({ ...one, read: true })),
  })
  const clearRead = useOptimisticChange<Notification[]>({
    queryKey,
    store: () => client.notifications.clearRead(),
    change: all => all.filter(({ read }) => !read),
    done: notificationTexts.readCleared,
  })
  return { markRead, markAllRead, clearRead }
}
