import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { splitMessage } from '#shared/message/split.ts'
import { api } from '#web/data/client.ts'
import { dates } from '#web/data/local-time.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { MessageGlimpse } from './telegram-bubble.tsx'

/** Message of an alert, as sent or as it will be sent. */
export function AlertGlimpse({ id }: { id: string }) {
  const { data: alert, isPending } = useQuery(api.alerts.read.queryOptions({ input: { id } }))
  if (isPending) return <Skeleton height={96} />
  if (!alert?.message)
    return (
      <Text fz="xs" lh="xs" c="var(--text-3)">
        Sin mensaje: aún no se ha escrito, o no llegó a escribirse.
      </Text>
    )
  const { message, missing, fits, deliveredAt } = alert
  return (
    <MessageGlimpse
      messages={splitMessage(message)}
      buttons={message.buttons}
      picture={message.picture}
      missing={fits ? missing : []}
      time={deliveredAt ? dates.shortTime(deliveredAt) : undefined}
    />
  )
}
