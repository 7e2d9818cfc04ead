import { shallowEqual } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '#web/data/error-message.ts'
import type { Answer } from './field-hints.ts'

interface Question<Asked, Found> {
  asking: boolean
  answer: Answer<Found> | undefined
  /** Asks, unless just that is being asked or was answered. */
  ask: (question: Asked) => void
  /** Asks even what was answered before. */
  askAgain: (question: Asked) => void
}

/**
 * A question that the form asks Telegram through the server. Only what belongs to `current`, the
 * question as the fields put it now, is to be seen. A mutation, as its token must be no cache key.
 */
export function useQuestion<Asked extends object, Found>(
  send: (question: Asked) => Promise<Answer<Found>>,
  current: Asked | undefined,
): Question<Asked, Found> {
  const { mutate, variables, data, error, isPending } = useMutation({
    mutationFn: (question: Asked) => send(question),
    gcTime: 0,
  })
  const isCurrent = current !== undefined && shallowEqual(variables, current)
  const answer = error
    ? { ok: false as const, code: 'no_answer', reason: errorMessage(error) }
    : data

  return {
    asking: isCurrent && isPending,
    answer: isCurrent ? answer : undefined,
    ask: question => {
      const isSettled = isPending || data?.ok
      if (!(isSettled && shallowEqual(variables, question))) mutate(question)
    },
    askAgain: question => mutate(question),
  }
}
