import { useBlocker } from '@tanstack/react-router'
import { type Confirmation, openConfirm } from './open-confirm.tsx'
import { useUnsaved } from './unsaved.ts'
import { useDialogAbove } from './use-dialog-above.ts'

interface GuardedCloseOptions {
  opened: boolean
  /** Whether closing would throw something away. */
  changed: boolean
  close: () => void
  /** Ends what is being saved: of what is discarded nothing is to come. */
  giveUp?: () => void
  /** What is asked; unless told, whether to discard what was typed. */
  question?: Pick<Confirmation, 'title' | 'text' | 'action'>
}

const DISCARD = {
  title: '¿Descartar los cambios?',
  text: 'Lo que has escrito se perderá.',
  action: 'Descartar',
}

/** Closes at once when nothing is lost by it, else asks first. */
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
