import { SimpleGrid } from '@mantine/core'
import { MessageGlimpse, TelegramBubble } from '#web/parts/telegram-bubble.tsx'
import { SectionCard } from '#web/ui/section-card.tsx'

const text = '🔔 XAUUSD · COMPRA\nPrecio: 4.131,20\nStop: {{stop}}\nVer gráfico'
const entities = [
  { type: 'bold', offset: text.indexOf('XAUUSD'), length: 6 },
  { type: 'code', offset: text.indexOf('4.131'), length: 8 },
  {
    type: 'text_link',
    offset: text.indexOf('Ver'),
    length: 11,
    url: 'https://es.tradingview.com/chart/',
  },
]
const message = {
  messages: [{ text, entities }],
  missing: ['stop'],
  time: '16:42',
  buttons: [
    [
      { text: 'Gráfico', url: 'https://es.tradingview.com/chart/', style: 'primary' as const },
      { text: 'Copiar precio', copy: '4131.20' },
    ],
  ],
}

/** A message in its chat, and as a glimpse, which fades out if it is long. */
export const Bubbles = () => (
  <SectionCard title="Burbuja de Telegram">
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TelegramBubble chatTitle="Oro H1" kind="canal" day="19 de noviembre" {...message} />
      <MessageGlimpse
        {...message}
        picture={{ url: 'https://ejemplo.com/grafico.png', place: 'below' }}
      />
    </SimpleGrid>
  </SectionCard>
)
