import { useQueryClient } from '@tanstack/react-query'
import type { TvConfig } from '#shared/model/tv-config.ts'
import { tvConfigTexts } from '#shared/texts.ts'
import { api, client } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { useAct } from '#web/data/use-act.ts'
import { openConfirm } from '#web/ui/open-confirm.tsx'
import { showToast } from '#web/ui/show-toast.tsx'

/** Asks, and deletes. */
export function useDeleteConfig(): (config: TvConfig) => void {
  const queryClient = useQueryClient()
  const { start, giveUp } = useAct({
    call: ({ id }: TvConfig, signal) => client.tvConfigs.remove({ id }, { signal }),
    onSuccess: (_, { name }) =>
      showToast({ type: 'success', message: tvConfigTexts.deleted(name) }),
    onError: error => showToast({ type: 'error', message: errorMessage(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.tvConfigs.key() }),
  })

  return config =>
    openConfirm({
      title: 'Confirmar Eliminación de Configuración',
      text: `Se eliminará «${config.name}». Las alertas de TradingView que ya llevan su JSON seguirán llegando.`,
      action: 'Eliminar',
      onConfirm: () => start(config),
      giveUp,
    })
}
