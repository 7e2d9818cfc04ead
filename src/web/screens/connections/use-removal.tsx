import { useMutation, useQueryClient } from '@tanstack/react-query'
import { formatNumber } from '#shared/format.ts'
import type { Connection } from '#shared/model/connection.ts'
import { connectionTexts } from '#shared/texts.ts'
import { api, client } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { openConfirm } from '#web/ui/open-confirm.tsx'
import { showToast } from '#web/ui/show-toast.tsx'

interface Removal {
  /** Asks, and deletes the connection. */
  ask: (connection: Connection) => void
  /** It is being deleted, or was. */
  gone: boolean
}

export function useRemoval(onRemoved?: () => void): Removal {
  const queryClient = useQueryClient()
  const { mutateAsync, isPending, isSuccess } = useMutation({
    mutationFn: ({ id }: Connection) => client.connections.remove({ id }),
    onSuccess: () => {
      showToast({ type: 'success', message: connectionTexts.deleted })
      onRemoved?.()
    },
    onError: error => showToast({ type: 'error', message: errorMessage(error) }),
    onSettled: () =>
      Promise.all(
        [api.connections.key(), api.templates.key(), api.alerts.key()].map(queryKey =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  })

  return {
    ask: connection =>
      openConfirm({
        title: 'Confirmar Eliminación de Conexión',
        text: `Se eliminará «${connection.name}» y también sus configuraciones de alerta TV. El historial se conserva.${fate(connection.pending)}`,
        action: 'Eliminar',
        onConfirm: () => mutateAsync(connection).catch(() => {}),
      }),
    gone: isPending || isSuccess,
  }
}

/** What becomes of the alerts that still wait. */
function fate(pending: number): string {
  if (pending === 0) return ''
  return pending === 1
    ? ' Hay 1 alerta aún por enviar: quedará como fallida.'
    : ` Hay ${formatNumber(pending)} alertas aún por enviar: quedarán como fallidas.`
}
