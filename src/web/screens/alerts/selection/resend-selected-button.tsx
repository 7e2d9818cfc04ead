import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { client } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { useAction } from '#web/data/use-action.ts'
import { resendingOfFound } from '#web/screens/alerts/bulk/bulk-actions.tsx'
import { showToast } from '#web/ui/show-toast.tsx'
import { openBulk } from '../bulk/open-bulk.tsx'
import type { Found } from '../use-alerts-page.ts'
import { resentToast } from '../words.ts'
import { failedOf, type Selection } from './use-selection.ts'

interface ResendSelectedButtonProps {
  selection: Selection
  found: Found | undefined
}

/** Sends the failed ones of the selection again: of all pages after a question, else at once. */
export function ResendSelectedButton({ selection, found }: ResendSelectedButtonProps) {
  const { alerts, isEverything, clear } = selection
  const failed = failedOf(alerts)
  const resend = useAction({
    call: (ids: string[], signal) => client.alerts.resendMany({ ids }, { signal }),
    onSuccess: ({ resent }, ids) => {
      showToast(resentToast({ resent, kept: ids.length - resent }))
      clear()
    },
    onError: error => showToast({ type: 'error', message: errorMessage(error) }),
  })
  const ask = () => {
    if (!isEverything) void resend.start(failed.map(({ id }) => id))
    else if (found) openBulk(resendingOfFound(found), clear)
  }
  return (
    <Button
      size="xs"
      leftSection={<IconRefresh />}
      disabled={isEverything ? !found : failed.length === 0}
      loading={resend.isPending}
      onClick={ask}
    >
      Reenviar{!isEverything && failed.length > 0 && ` (${failed.length})`}
    </Button>
  )
}
