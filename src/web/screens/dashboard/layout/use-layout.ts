import { useSuspenseQuery } from '@tanstack/react-query'
import { defaultWidgets } from '#shared/dashboard-layout.ts'
import type { Dashboard, Widget } from '#shared/model/dashboard.ts'
import { api, client } from '#web/data/client.ts'
import { useOptimisticChange } from '#web/parts/use-optimistic-change.ts'
import { dashboardTexts } from '../words.ts'

const stored = api.dashboard.read.queryOptions()

/** Stored layout, and the functions that change it. */
export function useLayout() {
  const { data } = useSuspenseQuery(stored)
  const { mutate: replace } = useOptimisticChange<Dashboard, Widget[]>({
    queryKey: stored.queryKey,
    store: widgets => client.dashboard.replace({ widgets }),
    change: (_, widgets) => ({ widgets }),
  })
  const { mutate: reset } = useOptimisticChange<Dashboard>({
    queryKey: stored.queryKey,
    store: () => client.dashboard.reset(),
    change: () => ({ widgets: [...defaultWidgets] }),
    done: dashboardTexts.reset,
  })
  return { widgets: data.widgets, replace, reset }
}
