import { notifications } from '@mantine/notifications'
import { type MessageType, messageLooks } from './message-looks.tsx'

export interface Toast {
  type: MessageType
  message: string
  /** How long it stays, in milliseconds, where that is not the usual time. */
  ms?: number
}

/** The toast that is on screen; of one that has gone nothing changes any more. */
export interface ShownToast {
  isShown: () => boolean
  /** Says something else in its place. @param leastMs how long it stays from now on at least, in milliseconds */
  change: (toast: Toast, leastMs: number) => void
}

/** How long a toast stays that says nothing else. */
export const TOAST_MS = 5_000
/** There is one at a time. */
const ID = 'toast'
/** The same words within this time were said by one act. */
const ONE_ACT_MS = 300

interface Shown extends Toast {
  /** How often it was said while it stood. */
  times: number
  saidAt: number
  endsAt: number
}

let shown: Shown | undefined
let turn = 0

export const isToastShown = (): boolean => shown !== undefined

/** Takes the place of the toast before it; what is said again while it stands is counted. */
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

/** Forgets the toast: somebody else may sign in on this page, and would be shown it. */
export function clearToasts(): void {
  gone()
  notifications.clean()
}

function put({ type, message, times, endsAt }: Shown, isOpen: boolean): void {
  const { icon, color } = messageLooks[type]
  turn += 1
  const data = {
    id: ID,
    icon,
    color,
    message: times > 1 ? `${message} (×${times})` : message,
    // Another time than before begins anew.
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
