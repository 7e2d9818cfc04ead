import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { NotConfirmed } from './reauthentication.ts'

interface ActionOptions<Input, Output> {
  /** The call, which must end when `signal` aborts. */
  call: (input: Input, signal: AbortSignal) => Promise<Output>
  onSuccess?: (output: Output, input: Input) => unknown
  /** Called once the changed data has been refetched and is shown. */
  onShown?: (output: Output, input: Input) => unknown
  /** Not called for a call that was given up, nor if the person declined to confirm. */
  onError?: (error: Error, input: Input) => unknown
}

export interface Action<Input, Output> {
  /** Starts the call unless it is in progress; resolves when it ends, also with an error. */
  start: (input: Input) => Promise<void>
  isPending: boolean
  isSuccess: boolean
  data: Output | undefined
  error: Error | null
  /** Aborts the call in progress; has no effect once it is answered. */
  giveUp: () => void
  /** Clears the outcome. */
  reset: () => void
}

/**
 * Action of a button. Pressing it again while it is in progress has no effect, also before the screen has shown
 * the first press.
 */
export function useAction<Output, Input = void>({
  call,
  onSuccess,
  onShown,
  onError,
}: ActionOptions<Input, Output>): Action<Input, Output> {
  const underWay = useRef<AbortController>(null)
  /** Cleared once answered: `onSuccess` may close the dialog, and closing it calls `giveUp`. */
  const unanswered = useRef<AbortController>(null)
  /** The pressed button, which loses the focus while it is busy. */
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
        // A declined confirmation leaves the action as before it was started.
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
