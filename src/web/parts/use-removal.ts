import type { ReactNode } from 'react'
import { useAction } from '#web/data/use-action.ts'
import { openConfirm } from '#web/ui/open-confirm.tsx'
import { showToast, type Toast } from '#web/ui/show-toast.tsx'
import { showError } from './show-error.ts'

interface RemovalOptions<Item, Output> {
  /** Above the question. */
  title: string
  /** What goes with it, and what stays. */
  text: (item: Item) => ReactNode
  remove: (item: Item, signal: AbortSignal) => Promise<Output>
  /** What is said when it is gone. */
  toast: (output: Output, item: Item) => Partial<Toast> & Pick<Toast, 'message'>
  onRemoved?: (() => void) | undefined
}

export interface Removal<Item> {
  /** Asks, and deletes it. */
  ask: (item: Item) => void
  /** It is being deleted, or was. */
  isGone: boolean
}

/** Asks, and removes a whole thing once the user has confirmed. */
export function useRemoval<Item, Output>({
  title,
  text,
  remove,
  toast,
  onRemoved,
}: RemovalOptions<Item, Output>): Removal<Item> {
  const { start, giveUp, isPending, isSuccess } = useAction({
    call: remove,
    onSuccess: (output, item) => {
      showToast({ type: 'success', ...toast(output, item) })
      onRemoved?.()
    },
    onError: showError,
  })

  return {
    ask: item =>
      openConfirm({
        title,
        text: text(item),
        action: 'Eliminar',
        onConfirm: () => start(item),
        giveUp,
      }),
    isGone: isPending || isSuccess,
  }
}
