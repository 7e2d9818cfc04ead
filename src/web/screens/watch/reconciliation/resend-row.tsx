import { ActionIcon, Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api, client } from '#web/data/client.ts'
import { useAction } from '#web/data/use-action.ts'
import { showError } from '#web/parts/show-error.ts'
import { useKeyHint, usePressedBy } from '#web/ui/key-presses.ts'
import { focusMarks } from '#web/ui/row-focus.ts'
import { showToast } from '#web/ui/show-toast.tsx'
import { tip } from '#web/ui/tips.tsx'
import { noteResent } from './kept-report.ts'
import { canBeResent, type ReportRow } from './report.ts'
import { useResent } from './use-resent.ts'

/** Resend button in the row of an undelivered alert. */
export function ResendRow({ row }: { row: ReportRow }) {
  const pressedBy = usePressedBy('resend')
  const hint = useKeyHint('Reenviar', 'resend')
  const resend = useResend(row)
  const resent = useResent(row)
  if (!canBeResent(row) || (resent && resent.status !== 'failed')) return null
  return (
    <ActionIcon
      {...focusMarks.within}
      {...pressedBy}
      {...tip(hint)}
      aria-label={`Reenviar ${row.name}`}
      // Not shown as busy: that would take the focus from it.
      onClick={event => {
        event.stopPropagation()
        void resend.start()
      }}
    >
      <IconRefresh />
    </ActionIcon>
  )
}

export function ResendButton({ row }: { row: ReportRow }) {
  const pressedBy = usePressedBy('resend')
  const resend = useResend(row)
  const resent = useResent(row)
  if (!canBeResent(row) || (resent && resent.status !== 'failed')) return null
  return (
    <Button
      {...pressedBy}
      variant="filled"
      leftSection={<IconRefresh />}
      loading={resend.isPending}
      onClick={() => resend.start()}
    >
      Reenviar
    </Button>
  )
}

function useResend({ alertId, name }: ReportRow) {
  const queryClient = useQueryClient()
  return useAction({
    call: (_, signal) => client.alerts.resend({ id: alertId ?? '' }, { signal }),
    onSuccess: alert => {
      queryClient.setQueryData(api.alerts.read.queryKey({ input: { id: alert.id } }), alert)
      noteResent(queryClient, alert.id)
      showToast({ type: 'success', message: `«${name}» vuelve a la cola y saldrá enseguida.` })
    },
    onError: showError,
  })
}
