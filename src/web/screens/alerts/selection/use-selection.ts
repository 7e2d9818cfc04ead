import { useState } from 'react'
import type { Alert } from '#shared/model/alert.ts'

export type Selection = ReturnType<typeof useSelection>

/** The alerts picked on the page that is shown; another `view` begins with none. */
export function useSelection(view: string, page: readonly Alert[]) {
  const [picked, setPicked] = useState({ view, ids: new Set<string>() })
  if (picked.view !== view) setPicked({ view, ids: new Set() })

  // What has left the page meanwhile is not acted upon unseen.
  const alerts = page.filter(({ id }) => picked.ids.has(id))
  const isWhole = alerts.length > 0 && alerts.length === page.length
  const pick = (chosen: readonly Alert[]) =>
    setPicked({ view, ids: new Set(chosen.map(({ id }) => id)) })
  return {
    alerts,
    isWhole,
    has: (alert: Alert) => alerts.includes(alert),
    toggle: (alert: Alert) =>
      pick(alerts.includes(alert) ? alerts.filter(one => one !== alert) : [...alerts, alert]),
    toggleAll: () => pick(isWhole ? [] : page),
    clear: () => pick([]),
  }
}
