import { isDefinedError } from '@orpc/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { settingsTexts } from '#shared/texts.ts'
import { api, client } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { showToast } from '#web/ui/show-toast.tsx'

/** Signs out wherever these sessions are; those that ended by themselves meanwhile are fine too. */
export function useEndSessions(): (ids: readonly string[]) => Promise<unknown> {
  const queryClient = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationFn: (ids: readonly string[]) => Promise.all(ids.map(endSession)),
    onSuccess: (_, ids) =>
      showToast({ type: 'success', message: settingsTexts.sessionsEnded(ids.length) }),
    onError: error => showToast({ type: 'error', message: errorMessage(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.sessions.key() }),
  })
  return ids => mutateAsync(ids).catch(() => {})
}

const endSession = (id: string) =>
  client.sessions.end({ id }).catch(error => {
    if (!isDefinedError(error) || error.code !== 'NOT_FOUND') throw error
  })
