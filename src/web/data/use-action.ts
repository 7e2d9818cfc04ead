import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { NotConfirmed } from './reauthentication.ts'

interface ActionOptions<Input, Output> {
  /** Ends when `signal` aborts. */
  call: (input: Input, signal: AbortSignal) => Promise<Output>
  onSuccess?: (output: Output, input: Input) => unknown
  /** Called when what the call changed has been asked for again, and is shown. */
  onShown?: (output: Output, input: Input) => unknown
  /** Not called of what was given up, nor of what its person did not confirm. */
  onError?: (error: Error, input: Input) => unknown
}

export interface Action<Input, Output> {
  /** Begins it, unless it is under way; resolves when it ended, however it did. */
  start: (input: Input) => Promise<void>
  isPending: boolean
  isSuccess: boolean
  data: Output | undefined
  error: Error | null
  /** Aborts the call that is under way; has no effect once it is answered. */
  giveUp: () => void
  /** Forgets how it ended. */
  reset: () => void
}

/**
 * Something that a button does. Pressed again while it is under way it is not done twice, also where
 * the second press comes before the screen has shown the first.
 */
export function useAction<Output, Input = void>({
  call,
  onSuccess,
  onShown,
  onError,
}: ActionOptions<Input, Output>): Action<Input, Output> {
  const underWay = useRef<AbortController>(null)
  /** Until it is answered: what follows may close the very dialog whose closing gives it up. */
  const unanswered = useRef<AbortController>(null)
  /** Can't keep the focus while it is busy. */
  const pressed = useRef<Element>(null)
  const { mutateAsync, isPending, isSuccess, data, error, reset } = useMutation({
    mutationFn: async ({ input, signal }: Begun<Input>) => {
      const output = await call(input, signal)
      if (!signal.aborted) unanswered.current = null
      return output
    },
    onSuccess: (output, { input }) => onSuccess?.(output, input),
    onError: (failure, { input, signal }) =>
      signal.aborted || failure instanceof NotConfirmed ? undefined : onError?.(failure, input),
    onSettled: (output, failure, { input }) =>
      failure ? undefined : onShown?.(output as Output, input),
  })
  useEffect(() => {
    if (isPending || document.activeElement !== document.body) return
    if (pressed.current instanceof HTMLElement) pressed.current.focus()
  }, [isPending])

  return {
    start: async input => {
      if (underWay.current) return
      const begun = new AbortController()
      underWay.current = begun
      unanswered.current = begun
      pressed.current = document.activeElement
      await mutateAsync({ input, signal: begun.signal }).catch(failure => {
        // As if it had not been begun.
        if (failure instanceof NotConfirmed && underWay.current === begun) reset()
      })
      if (underWay.current !== begun) return
      underWay.current = null
      unanswered.current = null
    },
    giveUp: () => {
      if (!unanswered.current) return
      unanswered.current.abort()
      unanswered.current = null
      underWay.current = null
      reset()
    },
    isPending,
    isSuccess,
    data,
    error,
    reset,
  }
}

interface Begun<Input> {
  input: Input
  signal: AbortSignal
}
