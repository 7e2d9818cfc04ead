import { useQueryClient } from '@tanstack/react-query'
import { formatNumber } from '#shared/format.ts'
import type { Connection } from '#shared/model/connection.ts'
import { connectionTexts } from '#shared/texts.ts'
import { api, client } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { openConfirm } from '#web/ui/open-confirm.tsx'
import { showToast } from '#web/ui/show-toast.tsx'

/** Asks, and deletes a connection. */
export function useRemoval({ id, name, pending }: Connection): () => void {
  const queryClient = useQueryClient()

  const remove = async () => {
    try {
      await client.connections.remove({ id })
      showToast({ type: 'success', message: connectionTexts.deleted })
    } catch (error) {
      showToast({ type: 'error', message: errorMessage(error) })
    }
    await Promise.all(
      [api.connections.key(), api.templates.key(), api.alerts.key()].map(queryKey =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
  }

  return () =>
    openConfirm({
      title: 'Confirmar Eliminación de Conexión',
      text: `Se eliminará «${name}» y también sus configuraciones de alerta TV. El historial se conserva.${fate(pending)}`,
      action: 'Eliminar',
      onConfirm: remove,
    })
}

/** What becomes of the alerts that still wait. */
function fate(pending: number): string {
  if (pending === 0) return ''
  return pending === 1
    ? ' Hay 1 alerta aún por enviar: quedará como fallida.'
    : ` Hay ${formatNumber(pending)} alertas aún por enviar: quedarán como fallidas.`
}
