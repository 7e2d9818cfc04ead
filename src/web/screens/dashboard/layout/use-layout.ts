import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { defaultWidgets } from '#shared/dashboard.ts'
import type { Dashboard, Widget } from '#shared/model/dashboard.ts'
import { dashboardTexts } from '#shared/texts.ts'
import { api, client } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { showToast } from '#web/ui/show-toast.tsx'

const stored = api.dashboard.read.queryOptions()
const mutationKey = ['dashboard', 'layout']

/** The stored layout. A change is shown at once, stored after, put back if the server refuses. */
export function useLayout() {
  const queryClient = useQueryClient()
  const { data } = useSuspenseQuery(stored)

  const optimistic = {
    mutationKey,
    // One after the other, so that the last change is what stays.
    scope: { id: 'dashboard' },
    onMutate: async (widgets: Widget[]) => {
      await queryClient.cancelQueries({ queryKey: stored.queryKey })
      const before = queryClient.getQueryData(stored.queryKey)
      queryClient.setQueryData(stored.queryKey, { widgets })
      return { before }
    },
    onError: (refusal: Error, _widgets: Widget[], shown?: { before: Dashboard | undefined }) => {
      queryClient.setQueryData(stored.queryKey, shown?.before)
      showToast({ type: 'error', message: errorMessage(refusal) })
    },
    onSettled: () =>
      queryClient.isMutating({ mutationKey }) === 1
        ? queryClient.invalidateQueries({ queryKey: stored.queryKey })
        : undefined,
  }
  const replacement = useMutation({
    ...optimistic,
    mutationFn: (widgets: Widget[]) => client.dashboard.replace({ widgets }),
  })
  const reset = useMutation({
    ...optimistic,
    mutationFn: () => client.dashboard.reset(),
    onSuccess: () => showToast({ type: 'success', message: dashboardTexts.reset }),
  })

  return {
    widgets: data.widgets,
    replace: (widgets: Widget[]) => replacement.mutate(widgets),
    reset: () => reset.mutate([...defaultWidgets]),
  }
}
