import { useBlocker } from '@tanstack/react-router'
import { type Confirmation, openConfirm } from './open-confirm.tsx'
import { useUnsaved } from './unsaved.ts'
import { useDialogAbove } from './use-dialog-above.ts'

interface GuardedCloseOptions {
  opened: boolean
  /** True if closing would lose input. */
  changed: boolean
  close: () => void
  /** Aborts saving, so that discarded input is not stored. */
  giveUp?: () => void
  /** Question to ask; defaults to discarding the typed input. */
  question?: Pick<Confirmation, 'title' | 'text' | 'action'>
}

export const DISCARD = {
  title: '¿Descartar los cambios?',
  text: 'Lo que has escrito se perderá.',
  action: 'Descartar',
}

/** Closes at once if no input is lost, else asks first. */
export function useGuardedClose({
  opened,
  changed,
  close,
  giveUp,
  question = DISCARD,
}: GuardedCloseOptions): () => void {
  useUnsaved(opened && changed)
  const isCovered = useDialogAbove()
  const end = () => {
    giveUp?.()
    close()
  }
  const leave = () => {
    if (isCovered.current) return
    if (!changed) {
      end()
      return
    }
    openConfirm({ ...question, onConfirm: async () => end() })
  }

  useBlocker({
    disabled: !opened,
    enableBeforeUnload: false,
    // Back closes the dialog, which fills a phone's screen; other steps through the browser's history are stopped if
    // input would be lost. Navigation by the program, such as to the sign-in after the session ended, is not.
    shouldBlockFn: ({ action, current, next }) => {
      const isStep = action === 'FORWARD' || action === 'GO'
      const loses = isStep && changed && current.pathname !== next.pathname
      if (action !== 'BACK' && !loses) return false
      leave()
      return true
    },
  })
  return leave
}
