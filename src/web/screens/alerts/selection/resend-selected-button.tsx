import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { client } from '#web/data/client.ts'
import { useAction } from '#web/data/use-action.ts'
import { showError } from '#web/parts/show-error.ts'
import { usePressedBy } from '#web/ui/key-presses.ts'
import { showToast } from '#web/ui/show-toast.tsx'
import { askBulk } from '../ask-bulk.ts'
import type { Found } from '../use-alerts-page.ts'
import { resentToast } from '../words.ts'
import { failedOf } from './failed-of.ts'
import type { Selection } from './use-selection.ts'

interface ResendSelectedButtonProps {
  selection: Selection
  found: Found | undefined
}

/** Resends the selected failed alerts: at once, or after confirmation if all pages are selected. */
export function ResendSelectedButton({ selection, found }: ResendSelectedButtonProps) {
  const { alerts, isEverything, clear } = selection
  const failed = failedOf(alerts)
  const pressedBy = usePressedBy('resend')
  const resend = useAction({
    call: (ids: string[], signal) => client.alerts.resendMany({ ids }, { signal }),
    onSuccess: ({ resent }, ids) => {
      showToast(resentToast({ resent, kept: ids.length - resent }))
      clear()
    },
    onError: showError,
  })
  const ask = () => {
    if (!isEverything) void resend.start(failed.map(({ id }) => id))
    else if (found) void askBulk(acts => acts.resendingOfFound(found), clear)
  }
  return (
    <Button
      {...pressedBy}
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
