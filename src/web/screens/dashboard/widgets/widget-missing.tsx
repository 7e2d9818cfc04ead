import { Button, Card } from '@mantine/core'
import { WidgetMessage } from './widget-message.tsx'

/** A card in the place of a widget that is unknown or broke. */
export function WidgetMissing({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <Card padding={0}>
      <WidgetMessage action={onRetry && <Button onClick={onRetry}>Reintentar</Button>}>
        {message}
      </WidgetMessage>
    </Card>
  )
}
