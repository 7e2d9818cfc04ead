import { Button, Card } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { errorMessage } from '#web/data/error-message.ts'
import classes from './widget-message.module.css'

/** Stands where a widget can't show its content, in as little room as there may be. */
function WidgetMessage({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={classes.message} role="alert">
      <IconAlertTriangle className={classes.icon} />
      <span>{children}</span>
      {action}
    </div>
  )
}

/** The server did not give what a widget shows. */
export function WidgetError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <WidgetMessage action={<Button onClick={onRetry}>Reintentar</Button>}>
      {errorMessage(error)}
    </WidgetMessage>
  )
}

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
