import { useModals } from '@mantine/modals'
import { type RefObject, useEffect, useRef } from 'react'

/**
 * Whether a dialog has another one above it, also for the rest of the event that closes that one:
 * Escape is meant for the dialog on top, yet the one below hears it too.
 */
export function useDialogAbove(): RefObject<boolean> {
  const above = useModals().modals.length
  const isCovered = useRef(false)
  useEffect(() => {
    if (above > 0) {
      isCovered.current = true
      return
    }
    const timer = setTimeout(() => {
      isCovered.current = false
    })
    return () => clearTimeout(timer)
  }, [above])
  return isCovered
}
