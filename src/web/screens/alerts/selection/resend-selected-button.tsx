import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { client } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { showToast } from '#web/ui/show-toast.tsx'
import { resentToast } from './resend-words.ts'
import { failedOf } from './selection-words.ts'
import { useAfterResend } from './use-after-resend.ts'
import type { Selection } from './use-selection.ts'

/** Sends the failed ones of the selection again, and counts them. */
export function ResendSelectedButton({ selection }: { selection: Selection }) {
  const refresh = useAfterResend()
  const failed = failedOf(selection.alerts)
  const resend = useMutation({
    mutationFn: (ids: string[]) => client.alerts.resendMany({ ids }),
    onSuccess: ({ resent }, ids) => {
      showToast(resentToast({ resent, kept: ids.length - resent }))
      selection.clear()
      return refresh()
    },
    onError: error => showToast({ type: 'error', message: errorMessage(error) }),
  })
  return (
    <Button
      size="xs"
      leftSection={<IconRefresh />}
      disabled={failed.length === 0}
      loading={resend.isPending}
      onClick={() => resend.mutate(failed.map(({ id }) => id))}
    >
      Reenviar{failed.length > 0 && ` (${failed.length})`}
    </Button>
  )
}
