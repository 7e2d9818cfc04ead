import { hashKey, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { changeKey } from '#web/data/refresh.ts'
import { showToast, TOAST_MS } from '#web/ui/show-toast.tsx'
import { showError } from './show-error.ts'

interface OptimisticChange<Shown, Input> {
  /** Query whose data it changes. */
  queryKey: QueryKey
  store: (input: Input) => Promise<unknown>
  change: (shown: Shown, input: Input) => Shown
  /** Toast on success. */
  done?: string
  /** Duration of that toast, milliseconds. */
  doneMs?: number
}

/**
 * A change that is shown at once, then stored, and reverted if that fails. Changes of one query are stored
 * one after the other, in their order.
 */
export function useOptimisticChange<Shown, Input = void>({
  queryKey,
  store,
  change,
  done,
  doneMs = TOAST_MS,
}: OptimisticChange<Shown, Input>) {
  const queryClient = useQueryClient()
  const mutationKey = changeKey(queryKey)
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: hashKey(mutationKey) },
    mutationFn: store,
    onMutate: async (input: Input) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData<Shown>(queryKey)
      queryClient.setQueryData<Shown>(queryKey, shown => shown && change(shown, input))
      return { before }
    },
    onSuccess: () => {
      if (done) showToast({ type: 'success', message: done, ms: doneMs })
    },
    onError: (refusal, _input, shown) => {
      queryClient.setQueryData(queryKey, shown?.before)
      showError(refusal)
    },
  })
  return mutate
}
