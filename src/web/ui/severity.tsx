import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconInfoCircle,
} from '@tabler/icons-react'

/** Icon and colour of a message to the user, by its type. */
export const severityLooks = {
  info: { icon: <IconInfoCircle />, color: 'var(--accent-text)' },
  success: { icon: <IconCircleCheck />, color: 'var(--ok)' },
  warning: { icon: <IconAlertTriangle />, color: 'var(--warn)' },
  error: { icon: <IconCircleX />, color: 'var(--bad)' },
}

export type Severity = keyof typeof severityLooks
