import { isDefinedError } from '@orpc/client'
import { useQueryClient } from '@tanstack/react-query'
import { settingsTexts } from '#shared/texts.ts'
import { api, client } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { useAct } from '#web/data/use-act.ts'
import { showToast } from '#web/ui/show-toast.tsx'

/** Signs out wherever these sessions are; those that ended by themselves meanwhile are fine too. */
export function useEndSessions(): (ids: readonly string[]) => Promise<unknown> {
  const queryClient = useQueryClient()
  const { start } = useAct({
    call: (ids: readonly string[], signal) => Promise.all(ids.map(id => endSession(id, signal))),
    onSuccess: (_, ids) =>
      showToast({ type: 'success', message: settingsTexts.sessionsEnded(ids.length) }),
    onError: error => showToast({ type: 'error', message: errorMessage(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.sessions.key() }),
  })
  return start
}

const endSession = (id: string, signal: AbortSignal) =>
  client.sessions.end({ id }, { signal }).catch(error => {
    if (!isDefinedError(error) || error.code !== 'NOT_FOUND') throw error
  })
