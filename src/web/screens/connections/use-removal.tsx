import { usePrefetchQuery, useQueryClient } from '@tanstack/react-query'
import type { Connection } from '#shared/model/connection.ts'
import { connectionTexts } from '#shared/texts.ts'
import { api, client } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { useAct } from '#web/data/use-act.ts'
import { openConfirm } from '#web/ui/open-confirm.tsx'
import { showToast } from '#web/ui/show-toast.tsx'
import { RemovalText } from './removal-text.tsx'

interface Removal {
  /** Asks, and deletes the connection. */
  ask: (connection: Connection) => void
  /** It is being deleted, or was. */
  gone: boolean
}

export function useRemoval(onRemoved?: () => void): Removal {
  const queryClient = useQueryClient()
  // The question names the TV configurations, and does not grow under the reader's eyes.
  usePrefetchQuery(api.tvConfigs.list.queryOptions())
  const { start, giveUp, isPending, isSuccess } = useAct({
    call: ({ id }: Connection, signal) => client.connections.remove({ id }, { signal }),
    onSuccess: () => {
      showToast({ type: 'success', message: connectionTexts.deleted })
      onRemoved?.()
    },
    onError: error => showToast({ type: 'error', message: errorMessage(error) }),
    onSettled: () =>
      Promise.all(
        [api.connections, api.templates, api.alerts, api.tvConfigs, api.tags].map(noun =>
          queryClient.invalidateQueries({ queryKey: noun.key() }),
        ),
      ),
  })

  return {
    ask: connection =>
      openConfirm({
        title: 'Confirmar Eliminación de Conexión',
        text: <RemovalText connection={connection} />,
        action: 'Eliminar',
        onConfirm: () => start(connection),
        giveUp,
      }),
    gone: isPending || isSuccess,
  }
}
