import { useCallbackRef } from '@mantine/hooks'
import { useState } from 'react'
import type { Alert } from '#shared/model/alert.ts'

export type Selection = ReturnType<typeof useSelection>

/** The alerts picked on the page that is shown, or all of all pages; another `view` begins with none. */
export function useSelection(view: string, page: readonly Alert[]) {
  const [picked, setPicked] = useState<Picked>({ view, ids: new Set() })
  if (picked.view !== view) setPicked({ view, ids: new Set() })

  const isEverything = picked.ids === 'everything'
  const has = ({ id }: Alert) => picked.ids === 'everything' || picked.ids.has(id)
  // What has left the page meanwhile is not acted upon unseen.
  const alerts = page.filter(has)
  const isWhole = alerts.length > 0 && alerts.length === page.length
  const pick = (chosen: readonly Alert[]) =>
    setPicked({ view, ids: new Set(chosen.map(({ id }) => id)) })
  /** The same function all the time, so that a row is not drawn again for it. */
  const toggle = useCallbackRef((alert: Alert) =>
    pick(has(alert) ? alerts.filter(one => one !== alert) : [...alerts, alert]),
  )
  return {
    /** Those of the page. */
    alerts,
    isPossible: page.length > 0,
    isWhole,
    isEverything,
    has,
    toggle,
    toggleAll: () => pick(isWhole ? [] : page),
    takeEverything: () => setPicked({ view, ids: 'everything' }),
    clear: () => pick([]),
  }
}

interface Picked {
  view: string
  ids: ReadonlySet<string> | 'everything'
}

/** Those that can be sent again. */
export const failedOf = <T extends Pick<Alert, 'telegramDeliveryStatus'>>(
  alerts: readonly T[],
): T[] => alerts.filter(alert => alert.telegramDeliveryStatus === 'failed')
