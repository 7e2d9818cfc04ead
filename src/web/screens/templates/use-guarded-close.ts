import { useModals } from '@mantine/modals'
import { useBlocker } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { openConfirm } from '#web/ui/open-confirm.tsx'

/** Closes at once when nothing is lost by it, else asks first; Back and reload ask too. */
export function useGuardedClose(changed: boolean, close: () => void): () => void {
  const asked = useModals().modals.length > 0
  // Escape reaches every open dialog, this one after the question has already closed.
  const askedJustNow = useDeferredValue(asked)

  const ask = () => {
    if (asked || askedJustNow) return
    openConfirm({
      title: '¿Descartar los cambios?',
      text: 'Lo que has cambiado en la plantilla no está guardado.',
      action: 'Descartar',
      onConfirm: async () => close(),
    })
  }
  useBlocker({
    disabled: !changed,
    enableBeforeUnload: changed,
    shouldBlockFn: () => {
      ask()
      return true
    },
  })
  return changed ? ask : close
}
