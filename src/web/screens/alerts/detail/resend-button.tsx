import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api, client } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { useAct } from '#web/data/use-act.ts'
import { showToast } from '#web/ui/show-toast.tsx'

/** Sends a failed alert again; the detail and the list follow it from there. */
export function ResendButton({ id }: { id: string }) {
  const queryClient = useQueryClient()
  const resend = useAct({
    call: (_, signal) => client.alerts.resend({ id }, { signal }),
    onSuccess: alert => {
      queryClient.setQueryData(api.alerts.read.queryKey({ input: { id } }), alert)
      return queryClient.invalidateQueries({ queryKey: api.alerts.key() })
    },
    onError: error => showToast({ type: 'error', message: errorMessage(error) }),
  })
  return (
    <Button leftSection={<IconRefresh />} loading={resend.isPending} onClick={() => resend.start()}>
      Reenviar
    </Button>
  )
}
