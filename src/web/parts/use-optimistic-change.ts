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

/** A change that is not stored yet. */
interface Waiting<Shown> {
  /** Data before the change. */
  before: Shown | undefined
  apply: (shown: Shown) => Shown
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
}: OptimisticChange<Shown, Input>): { mutate: (input: Input) => void; isPending: boolean } {
  const queryClient = useQueryClient()
  const mutationKey = changeKey(queryKey)
  /** Shows the query without a change, but with those that wait after it. */
  const revert = (failed: Waiting<Shown>) => {
    let shown = failed.before
    const pending = queryClient.getMutationCache().findAll({ mutationKey, status: 'pending' })
    for (const { state } of pending) {
      const later = state.context as Waiting<Shown> | undefined
      if (later === undefined || later === failed) continue
      later.before = shown
      shown = shown && later.apply(shown)
    }
    queryClient.setQueryData<Shown>(queryKey, shown)
  }
  const { mutate, isPending } = useMutation({
    mutationKey,
    scope: { id: hashKey(mutationKey) },
    mutationFn: store,
    onMutate: async (input: Input): Promise<Waiting<Shown>> => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData<Shown>(queryKey)
      const apply = (shown: Shown) => change(shown, input)
      queryClient.setQueryData<Shown>(queryKey, before && apply(before))
      return { before, apply }
    },
    onSuccess: () => {
      if (done) showToast({ type: 'success', message: done, ms: doneMs })
    },
    onError: (refusal, _input, failed) => {
      if (failed) revert(failed)
      showError(refusal)
    },
  })
  return { mutate, isPending }
}
