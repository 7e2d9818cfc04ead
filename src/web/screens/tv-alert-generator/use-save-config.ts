import { useQueryClient } from '@tanstack/react-query'
import { copyName } from '#shared/copy-name.ts'
import type { Connection } from '#shared/model/connection.ts'
import type { TvConfig, TvConfigDraft } from '#shared/model/tv-config.ts'
import { tvConfigTexts } from '#shared/texts.ts'
import { api, client } from '#web/data/client.ts'
import { useEdit } from '#web/parts/edit-conflict/use-edit.ts'
import { showToast } from '#web/ui/show-toast.tsx'
import { configDifferences } from './config-differences.ts'

/** What an edit started from. */
export type SavedConfig = Pick<TvConfig, 'id' | 'version' | 'name'>

interface SaveOptions {
  connections: readonly Pick<Connection, 'id' | 'name'>[]
  /** A new one that was made from another. */
  isClone: boolean
  onRefused: (error: Error) => void
  /** Called when there is nothing more to edit: it is stored and the list knows it, or was given up. */
  onLeft: () => void
}

/** Creates a configuration, or changes the version of it that was opened. */
export function useSaveConfig(
  saved: SavedConfig | undefined,
  { connections, isClone, onRefused, onLeft }: SaveOptions,
) {
  const queryClient = useQueryClient()
  return useEdit({
    opened: saved,
    noun: 'configuración',
    create: (draft: TvConfigDraft, signal) => client.tvConfigs.create(draft, { signal }),
    update: (draft, { id, version }, signal) =>
      client.tvConfigs.update({ ...draft, id, version }, { signal }),
    copy: (draft, _id, signal) =>
      client.tvConfigs.create({ ...draft, name: copyName(draft.name) }, { signal }),
    read: (id, signal) => client.tvConfigs.read({ id }, { signal }),
    differences: (mine, theirs) => configDifferences(mine, theirs, connections),
    refresh: () =>
      Promise.all(
        [api.tvConfigs.key(), api.connections.key()].map(queryKey =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
    onSaved: (_, { isNew, isAside }) => {
      const said = isAside || isClone ? tvConfigTexts.aside : tvConfigTexts
      showToast({ type: 'success', message: isNew ? said.created : said.updated })
      onLeft()
    },
    onRefused,
    onLeft,
  })
}
