import { useModals } from '@mantine/modals'
import { type RefObject, useEffect, useRef } from 'react'

/**
 * True while another dialog is above, and until the event that closes it is over: Escape for the dialog on top also
 * reaches the dialog below.
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
