import { notifications } from '@mantine/notifications'
import { type MessageType, messageLooks } from './message-looks.tsx'

export interface Toast {
  type: MessageType
  message: string
  /** How long it stays, in milliseconds, where that is not the usual time. */
  ms?: number
  /** It puts an end to the one that was shown last in the same place. */
  place?: string
}

/** Ids of the toasts shown last, by place. */
const lastShown = new Map<string, string>()

export function showToast({ type, message, ms, place }: Toast): void {
  const last = place && lastShown.get(place)
  if (last) notifications.hide(last)
  const id = notifications.show({
    ...messageLooks[type],
    message,
    ...(ms === undefined ? {} : { autoClose: ms }),
    closeButtonProps: { 'aria-label': 'Cerrar aviso' },
  })
  if (place) lastShown.set(place, id)
}
