import type { ReactNode } from 'react'
import { useAction } from '#web/data/use-action.ts'
import { openConfirm } from '#web/ui/open-confirm.tsx'
import { showToast, type Toast } from '#web/ui/show-toast.tsx'
import { showError } from './show-error.ts'

interface RemovalOptions<Item, Output> {
  /** Title of the question. */
  title: string
  /** Text of the question: side effects, and what stays. */
  text: (item: Item) => ReactNode
  remove: (item: Item, signal: AbortSignal) => Promise<Output>
  /** Toast after the removal. */
  toast: (output: Output, item: Item) => Partial<Toast> & Pick<Toast, 'message'>
  onRemoved?: (() => void) | undefined
}

export interface Removal<Item> {
  /** Asks, then removes it. */
  ask: (item: Item) => void
  /** True while it is being removed, and afterwards. */
  isGone: boolean
}

/** Removes a whole item once the user has confirmed. */
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
