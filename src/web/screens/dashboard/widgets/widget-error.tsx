import { Button } from '@mantine/core'
import { errorMessage } from '#web/data/error-message.ts'
import { WidgetMessage } from './widget-message.tsx'

/** The server did not give what a widget shows. */
export function WidgetError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <WidgetMessage action={<Button onClick={onRetry}>Reintentar</Button>}>
      {errorMessage(error)}
    </WidgetMessage>
  )
}
