import { useQueryClient } from '@tanstack/react-query'
import type { Template } from '#shared/model/template.ts'
import { templateTexts } from '#shared/texts.ts'
import { api, client } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { useAct } from '#web/data/use-act.ts'
import { openConfirm } from '#web/ui/open-confirm.tsx'
import { showToast } from '#web/ui/show-toast.tsx'
import { DeletionText } from './deletion-text.tsx'

const REASSIGNED_TOAST_MS = 6_000

/** Asks, deletes, and tells what became of the template's connections. */
export function useDeleteTemplate(): (template: Template, heir: string | undefined) => void {
  const queryClient = useQueryClient()
  const { start, giveUp } = useAct({
    call: ({ id }: Template, signal) => client.templates.remove({ id }, { signal }),
    onSuccess: ({ reassignedTo }) =>
      showToast(
        reassignedTo === null
          ? { type: 'success', message: templateTexts.deleted }
          : {
              type: 'warning',
              message: templateTexts.deletedReassigned(reassignedTo),
              ms: REASSIGNED_TOAST_MS,
            },
      ),
    onError: error => showToast({ type: 'error', message: errorMessage(error) }),
    onSettled: () =>
      Promise.all(
        [api.templates.key(), api.connections.key()].map(queryKey =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  })

  return (template, heir) =>
    openConfirm({
      title: 'Confirmar Eliminación de Plantilla',
      text: <DeletionText template={template} heir={heir} />,
      action: 'Eliminar',
      onConfirm: () => start(template),
      giveUp,
    })
}
