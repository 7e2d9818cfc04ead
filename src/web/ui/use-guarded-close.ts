import { useModals } from '@mantine/modals'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { openConfirm } from './open-confirm.tsx'

interface GuardedCloseOptions {
  opened: boolean
  /** Whether closing would throw something away. */
  changed: boolean
  close: () => void
}

/** Closes at once when nothing is lost by it, else asks first. */
export function useGuardedClose({ opened, changed, close }: GuardedCloseOptions): () => void {
  const above = useModals().modals.length
  /** Also for the rest of the event that closed what was above. */
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

  const leave = () => {
    // Escape is meant for the dialog on top, yet this one hears it too, after that one has closed.
    if (isCovered.current) return
    if (!changed) {
      close()
      return
    }
    openConfirm({
      title: '¿Descartar los cambios?',
      text: 'Lo que has escrito se perderá.',
      action: 'Descartar',
      onConfirm: async () => close(),
    })
  }

  useBlocker({
    disabled: !opened,
    enableBeforeUnload: changed,
    // The way out of a full screen on a phone is Back; other navigation, such as to the sign-in
    // when the session ended, is not for a dialog to stop.
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK') return false
      leave()
      return true
    },
  })
  return leave
}
