import { Button, Card } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { errorMessage } from '#web/data/error-message.ts'
import classes from './widget-message.module.css'

/** Compact message in place of a widget's content. */
function WidgetMessage({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={classes.message} role="alert">
      <IconAlertTriangle className={classes.icon} />
      <span>{children}</span>
      {action}
    </div>
  )
}

/** Error of loading a widget's data. */
export function WidgetError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <WidgetMessage action={<Button onClick={onRetry}>Reintentar</Button>}>
      {errorMessage(error)}
    </WidgetMessage>
  )
}

/** Card in place of an unknown or broken widget. */
export function WidgetMissing({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <Card padding={0}>
      <WidgetMessage action={onRetry && <Button onClick={onRetry}>Reintentar</Button>}>
        {message}
      </WidgetMessage>
    </Card>
  )
}
