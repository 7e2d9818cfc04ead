import { ORPCError } from '@orpc/client'
import { useQueryClient } from '@tanstack/react-query'
import type { TvConfig, TvConfigDraft } from '#shared/model/tv-config.ts'
import { tvConfigTexts } from '#shared/texts.ts'
import { api, client } from '#web/data/client.ts'
import { useAct } from '#web/data/use-act.ts'
import { showToast } from '#web/ui/show-toast.tsx'

/** What an edit started from. */
export type SavedConfig = Pick<TvConfig, 'id' | 'version'>

interface SaveOptions {
  /** Called when it is stored and the list knows it. */
  onSaved: () => void
  onRefused: (error: Error) => void
}

/** Creates a configuration, or changes the version of it that was opened. */
export function useSaveConfig(saved: SavedConfig | undefined, { onSaved, onRefused }: SaveOptions) {
  const queryClient = useQueryClient()
  const refresh = () =>
    Promise.all(
      [api.tvConfigs.key(), api.connections.key()].map(queryKey =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )

  return useAct({
    call: (draft: TvConfigDraft, signal) =>
      saved
        ? client.tvConfigs.update({ ...draft, ...saved }, { signal })
        : client.tvConfigs.create(draft, { signal }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: api.tvConfigs.key() })
      showToast({
        type: 'success',
        message: saved ? tvConfigTexts.updated : tvConfigTexts.created,
      })
      onSaved()
    },
    onError: error => {
      onRefused(error)
      // A refusal tells that what this browser shows is no longer so.
      if (error instanceof ORPCError) void refresh()
    },
  })
}
