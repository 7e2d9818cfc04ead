import { useCallbackRef } from '@mantine/hooks'
import { useState } from 'react'
import { MAX_SELECTED_ALERTS } from '#shared/limits.ts'
import type { Alert } from '#shared/model/alert.ts'
import { showToast } from '#web/ui/show-toast.tsx'
import { historyTexts } from '../words.ts'

export type Selection = ReturnType<typeof useSelection>

/**
 * Alerts selected on the pages of one list, or all alerts of all pages.
 * @param list filter and order; another list starts with an empty selection
 */
export function useSelection(list: string, page: readonly Alert[]) {
  const [picked, setPicked] = useState<Picked>({ list, alerts: new Map() })
  if (picked.list !== list) setPicked({ list, alerts: new Map() })

  const isEverything = picked.alerts === 'everything'
  const has = ({ id }: Alert) => picked.alerts === 'everything' || picked.alerts.has(id)
  const onPage = page.filter(has)
  const isWhole = onPage.length > 0 && onPage.length === page.length
  const elsewhere =
    picked.alerts === 'everything'
      ? []
      : [...picked.alerts.values()].filter(({ id }) => !page.some(one => one.id === id))
  const pick = (chosen: readonly Alert[]) => {
    if (chosen.length > MAX_SELECTED_ALERTS)
      showToast({ type: 'warning', message: historyTexts.mostSelected })
    const kept = chosen.slice(0, MAX_SELECTED_ALERTS)
    setPicked({ list, alerts: new Map(kept.map(alert => [alert.id, alert])) })
  }
  /** Same identity on every render, so that rows do not re-render. */
  const toggle = useCallbackRef((alert: Alert) =>
    pick([
      ...elsewhere,
      ...(has(alert) ? onPage.filter(one => one !== alert) : [...onPage, alert]),
    ]),
  )
  /** Takes out a deleted alert; same identity on every render. */
  const drop = useCallbackRef(({ id }: Alert) => {
    if (!isEverything) pick([...elsewhere, ...onPage].filter(one => one.id !== id))
  })
  return {
    alerts: [...elsewhere, ...onPage],
    /** Number of selected alerts on other pages; 0 if all alerts of all pages are selected. */
    elsewhere: elsewhere.length,
    isPossible: page.length > 0,
    isWhole,
    isEverything,
    has,
    toggle,
    toggleAll: () => pick(isWhole ? elsewhere : [...elsewhere, ...page]),
    takeEverything: () => setPicked({ list, alerts: 'everything' }),
    drop,
    clear: () => pick([]),
  }
}

interface Picked {
  list: string
  /** Alerts by id, as last seen. */
  alerts: ReadonlyMap<string, Alert> | 'everything'
}
