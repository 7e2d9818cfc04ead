import { Button } from '@mantine/core'
import { IconCalendarX, IconTrash } from '@tabler/icons-react'
import { PURGE_DAYS } from '#shared/limits.ts'
import { client } from '#web/data/client.ts'
import { useAction } from '#web/data/use-action.ts'
import { showError } from '#web/parts/show-error.ts'
import { openConfirm } from '#web/ui/open-confirm.tsx'
import { showToast } from '#web/ui/show-toast.tsx'
import { errorLogTexts } from './words.ts'

/** Buttons that delete old entries or all entries, after confirmation. */
export function ClearButtons() {
  const purge = useClearing(
    signal => client.errorLogs.purge({ olderThanDays: PURGE_DAYS }, { signal }),
    errorLogTexts.purged,
  )
  const clear = useClearing(
    signal => client.errorLogs.clear(undefined, { signal }),
    errorLogTexts.cleared,
  )
  return (
    <>
      <Button
        variant="outline"
        color="bad"
        leftSection={<IconCalendarX />}
        onClick={() =>
          openConfirm({
            title: 'Limpiar Entradas Antiguas',
            text: `Se borrarán las entradas de hace más de ${PURGE_DAYS} días. No se puede deshacer.`,
            action: 'Limpiar Antiguos',
            ...purge,
          })
        }
      >
        Limpiar Antiguos (+{PURGE_DAYS} días)
      </Button>
      <Button
        variant="outline"
        color="bad"
        leftSection={<IconTrash />}
        onClick={() =>
          openConfirm({
            title: 'Limpiar Todo el Registro',
            text: 'Se borrarán todas las entradas, también las que un filtro no muestra. No se puede deshacer.',
            action: 'Limpiar Todo',
            ...clear,
          })
        }
      >
        Limpiar Todo el Registro
      </Button>
    </>
  )
}

/** Deletes entries and shows a toast with the result. */
function useClearing(remove: (signal: AbortSignal) => Promise<{ deleted: number }>, done: string) {
  const { start, giveUp } = useAction({
    call: (_, signal) => remove(signal),
    onSuccess: ({ deleted }) =>
      showToast(
        deleted > 0
          ? { type: 'success', message: done }
          : { type: 'info', message: errorLogTexts.nothingDeleted },
      ),
    onError: showError,
  })
  return { onConfirm: () => start(), giveUp }
}
