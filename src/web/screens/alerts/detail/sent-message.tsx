import { Text, Title } from '@mantine/core'
import type { DeliveryStatus } from '#shared/delivery-status.ts'
import { wasCut } from '#shared/message/bound-message.ts'
import { splitMessage } from '#shared/message/split.ts'
import type { AlertDetail } from '#shared/model/alert.ts'
import { dates } from '#web/data/local-time.ts'
import { TelegramBubble } from '#web/parts/telegram-bubble.tsx'
import { CUT_WORDS, sentTogetherWords } from '../words.ts'

/** Message of an alert as Telegram shows it: sent, to be sent, or not delivered. */
export function SentMessage({ alert }: { alert: AlertDetail }) {
  const { telegramDeliveryStatus: status, message, connectionName, deliveredAt } = alert
  const together = sentTogetherWords(alert)
  return (
    <section>
      <Title order={3} mb={4}>
        {titles[status]}
      </Title>
      {message ? (
        <TelegramBubble
          chatTitle={connectionName}
          messages={splitMessage(message)}
          buttons={message.buttons}
          picture={message.picture}
          missing={alert.fits ? alert.missing : []}
          {...(deliveredAt && {
            day: dates.dayOfMonth(deliveredAt),
            time: dates.shortTime(deliveredAt),
          })}
        />
      ) : (
        <Text c="dimmed">
          {status === 'pending'
            ? 'El mensaje se escribe con la plantilla cuando llega su turno.'
            : 'No llegó a escribirse ningún mensaje.'}
        </Text>
      )}
      {message && wasCut(message) && <Remark>{CUT_WORDS}</Remark>}
      {together && <Remark>{together}</Remark>}
    </section>
  )
}

const Remark = ({ children }: { children: string }) => (
  <Text fz="xs" lh="xs" c="var(--text-3)" mt="xs">
    {children}
  </Text>
)

const titles: Record<DeliveryStatus, string> = {
  success: 'Mensaje enviado',
  pending: 'Mensaje por enviar',
  failed: 'Mensaje no entregado',
}
