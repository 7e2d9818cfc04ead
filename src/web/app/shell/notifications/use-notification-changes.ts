import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Notification } from '#shared/model/notification.ts'
import { notificationTexts } from '#shared/texts.ts'
import { api, client } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { showToast } from '#web/ui/show-toast.tsx'

const list = api.notifications.list.queryOptions()
const mutationKey = ['notifications', 'change']

/** What can be done with notifications: shown at once, stored after, put back if the server refuses. */
export function useNotificationChanges() {
  const markRead = useChange(
    (id: string) => client.notifications.markRead({ id }),
    (all, id) => all.map(one => (one.id === id ? { ...one, read: true } : one)),
  )
  const markAllRead = useChange(
    () => client.notifications.markAllRead(),
    all => all.map(one => ({ ...one, read: true })),
  )
  const clearRead = useChange(
    () => client.notifications.clearRead(),
    all => all.filter(({ read }) => !read),
    notificationTexts.readCleared,
  )
  return { markRead, markAllRead, clearRead }
}

function useChange<Input = void>(
  store: (input: Input) => Promise<unknown>,
  change: (all: Notification[], input: Input) => Notification[],
  done?: string,
) {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationKey,
    // One after the other, as they were asked for.
    scope: { id: 'notifications' },
    mutationFn: store,
    onMutate: async input => {
      await queryClient.cancelQueries({ queryKey: list.queryKey })
      const before = queryClient.getQueryData(list.queryKey)
      queryClient.setQueryData(list.queryKey, all => all && change(all, input))
      return before
    },
    onSuccess: () => {
      if (done) showToast({ type: 'success', message: done })
    },
    onError: (error, _input, before) => {
      queryClient.setQueryData(list.queryKey, before)
      showToast({ type: 'error', message: errorMessage(error) })
    },
    onSettled: () =>
      queryClient.isMutating({ mutationKey }) === 1
        ? queryClient.invalidateQueries({ queryKey: list.queryKey })
        : undefined,
  })
  return mutate
}
