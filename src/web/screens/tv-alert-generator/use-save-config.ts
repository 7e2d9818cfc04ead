import { ORPCError } from '@orpc/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TvConfig, TvConfigDraft } from '#shared/model/tv-config.ts'
import { tvConfigTexts } from '#shared/texts.ts'
import { api, client } from '#web/data/client.ts'
import { showToast } from '#web/ui/show-toast.tsx'

/** What an edit started from. */
export type SavedConfig = Pick<TvConfig, 'id' | 'version'>

/** Creates a configuration, or changes the version of it that was opened. */
export function useSaveConfig(saved: SavedConfig | undefined) {
  const queryClient = useQueryClient()
  const refresh = () =>
    Promise.all(
      [api.tvConfigs.key(), api.connections.key()].map(queryKey =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )

  return useMutation({
    mutationFn: (draft: TvConfigDraft) =>
      saved
        ? client.tvConfigs.update({ ...draft, id: saved.id, version: saved.version })
        : client.tvConfigs.create(draft),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: api.tvConfigs.key() })
      showToast({
        type: 'success',
        message: saved ? tvConfigTexts.updated : tvConfigTexts.created,
      })
    },
    onError: error => {
      // A refusal tells that what this browser shows is no longer so.
      if (error instanceof ORPCError) void refresh()
    },
  })
}
