import { useEffect, useState } from 'react'
import type { Profile } from '#shared/model/profile.ts'
import { useSelectedConnection } from '#web/data/selected-connection.ts'
import type { LiveWords } from '#web/data/use-live-refresh.ts'
import { isToastShown, showToast } from '#web/ui/show-toast.tsx'
import { addresses } from '../../addresses.ts'
import { LiveToasts } from './live-toasts.ts'

/** Toasts about alerts if the account has them enabled; arrivals only where the screen does not list them. */
export function useLiveToasts({ notificationsEnabled }: Profile, path: string): LiveWords {
  const { connectionId } = useSelectedConnection()
  const [toasts] = useState(() => new LiveToasts({ show: showToast, isFree }))
  useEffect(() => () => toasts.stop(), [toasts])
  const tellsArrivals = !showsArrivals(path)
  return {
    onAlerts: happenings => {
      if (notificationsEnabled) toasts.hear(happenings, { connectionId, tellsArrivals })
    },
    onToast: ({ type, message }) => {
      if (notificationsEnabled && (tellsArrivals || type !== 'info')) showToast({ type, message })
    },
  }
}

const isFree = (): boolean =>
  !isToastShown() && document.querySelector('[aria-modal="true"]') === null

/** True for the screens that list arriving alerts: the dashboard, the history, and a connection's panel. */
const showsArrivals = (path: string): boolean =>
  path === addresses.dashboard || path.startsWith(addresses.alerts) || path.endsWith('/panel')
