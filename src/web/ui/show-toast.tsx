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
}

const looks = {
  info: { icon: <IconInfoCircle />, color: 'var(--accent-text)' },
  success: { icon: <IconCircleCheck />, color: 'var(--ok)' },
  warning: { icon: <IconAlertTriangle />, color: 'var(--warn)' },
  error: { icon: <IconCircleX />, color: 'var(--bad)' },
}

export function showToast({ type, message, ms }: Toast): void {
  notifications.show({
    ...looks[type],
    message,
    ...(ms === undefined ? {} : { autoClose: ms }),
    closeButtonProps: { 'aria-label': 'Cerrar aviso' },
  })
}
