import { notifications } from '@mantine/notifications'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconInfoCircle,
} from '@tabler/icons-react'

interface Toast {
  type: 'info' | 'success' | 'warning' | 'error'
  message: string
  /** How long it stays, in milliseconds, where that is not the usual time. */
  ms?: number
  /** It puts an end to the one that was shown last in the same place. */
  place?: string
}

const looks = {
  info: { icon: <IconInfoCircle />, color: 'var(--accent-text)' },
  success: { icon: <IconCircleCheck />, color: 'var(--ok)' },
  warning: { icon: <IconAlertTriangle />, color: 'var(--warn)' },
  error: { icon: <IconCircleX />, color: 'var(--bad)' },
}

/** Ids of the toasts shown last, by place. */
const lastShown = new Map<string, string>()

export function showToast({ type, message, ms, place }: Toast): void {
  const last = place && lastShown.get(place)
  if (last) notifications.hide(last)
  const id = notifications.show({
    ...looks[type],
    message,
    ...(ms === undefined ? {} : { autoClose: ms }),
    closeButtonProps: { 'aria-label': 'Cerrar aviso' },
  })
  if (place) lastShown.set(place, id)
}
