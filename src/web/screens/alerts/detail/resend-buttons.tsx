import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { AlertDetail } from '#shared/model/alert.ts'
import { api, client } from '#web/data/client.ts'
import { useAction } from '#web/data/use-action.ts'
import { showError } from '#web/parts/show-error.ts'
import { usePressedBy } from '#web/ui/key-presses.ts'
import { openConfirm } from '#web/ui/open-confirm.tsx'
import { resendDeliveredText } from '../words.ts'

/** Resends a failed alert; detail and list then show its new state. */
export function ResendButton({ id }: { id: string }) {
  const pressedBy = usePressedBy('resend')
  const resend = useResend(id)
  return (
    <Button
      {...pressedBy}
      leftSection={<IconRefresh />}
      loading={resend.isPending}
      onClick={async event => {
        // The button disappears with the failure: move the focus to the dialog.
        const button = event.currentTarget
        const dialog = button.closest('[role="dialog"]')
        await resend.start({})
        if (!button.isConnected && document.activeElement === document.body)
          dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
      }}
    >
      Reenviar
    </Button>
  )
}

/** Resends a delivered alert, after its owner has confirmed that the chat may get it twice. */
export function ResendDeliveredButton({ alert }: { alert: AlertDetail }) {
  const pressedBy = usePressedBy('resend')
  const resend = useResend(alert.id)
  return (
    <Button
      {...pressedBy}
      leftSection={<IconRefresh />}
      onClick={() =>
        openConfirm({
          title: 'Reenviar una alerta entregada',
          text: resendDeliveredText(alert),
          action: 'Reenviar',
          loses: false,
          onConfirm: () => resend.start({ delivered: true }),
        })
      }
    >
      Reenviar…
    </Button>
  )
}

function useResend(id: string) {
  const queryClient = useQueryClient()
  return useAction({
    call: (asked: { delivered?: true }, signal) =>
      client.alerts.resend({ id, ...asked }, { signal }),
    onSuccess: alert =>
      queryClient.setQueryData(api.alerts.read.queryKey({ input: { id: alert.id } }), alert),
    onError: showError,
  })
}
