import { notifications } from '@mantine/notifications'
import { type Severity, severityLooks } from './severity.tsx'

export interface Toast {
  type: Severity
  message: string
  /** Duration in milliseconds, if not the default. */
  ms?: number
}

/** A toast that was shown; changes have no effect after it has closed or another toast has replaced it. */
export interface ShownToast {
  isShown: () => boolean
  /** Replaces its content. @param leastMs minimum duration from now on, in milliseconds */
  change: (toast: Toast, leastMs: number) => void
}

/** Default duration of a toast. */
export const TOAST_MS = 5_000
/** One shared id: there is one toast at a time. */
const ID = 'toast'
/** Equal messages within this time come from one action. */
const ONE_ACT_MS = 300

interface Shown extends Toast {
  /** Number of times the message was shown in this toast. */
  times: number
  saidAt: number
  endsAt: number
}

let shown: Shown | undefined
let turn = 0

export const isToastShown = (): boolean => shown !== undefined

/** Replaces the current toast; a repeated message is counted. */
export function showToast(toast: Toast): ShownToast {
  const now = Date.now()
  const before = shown?.type === toast.type && shown.message === toast.message ? shown : undefined
  const isAgain = before && now - before.saidAt >= ONE_ACT_MS
  const times = (before?.times ?? 1) + (isAgain ? 1 : 0)
  const isOpen = shown !== undefined
  let own = { ...toast, times, saidAt: now, endsAt: now + (toast.ms ?? TOAST_MS) }
  shown = own
  put(own, isOpen)
  return {
    isShown: () => shown === own,
    change(changed, leastMs) {
      if (shown !== own) return
      own = { ...own, ...changed, endsAt: Math.max(own.endsAt, Date.now() + leastMs) }
      shown = own
      put(own, true)
    },
  }
}

/** Closes the toast: another user may sign in on this page. */
export function clearToasts(): void {
  gone()
  notifications.clean()
}

function put({ type, message, times, endsAt }: Shown, isOpen: boolean): void {
  const { icon, color } = severityLooks[type]
  turn += 1
  const data = {
    id: ID,
    icon,
    color,
    message: times > 1 ? `${message} (×${times})` : message,
    // The timer restarts only if the time differs: a millisecond more on every other call.
    autoClose: endsAt - Date.now() + (turn % 2),
    closeButtonProps: { 'aria-label': 'Cerrar aviso' },
    onClose: gone,
  }
  if (isOpen) notifications.update(data)
  else notifications.show(data)
}

function gone(): void {
  shown = undefined
}
