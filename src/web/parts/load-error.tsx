import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { errorMessage } from '#web/data/error-message.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

interface LoadErrorProps {
  /** What could not be loaded. */
  title: string
  error: unknown
  onRetry: () => unknown
  /** Without a frame, for use inside a card. */
  bare?: boolean
  /** As a row of the list that is missing. */
  row?: boolean
}

/** The server did not give what belongs here. */
export function LoadError({ title, error, onRetry, bare = false, row = false }: LoadErrorProps) {
  return (
    <EmptyState
      bare={bare}
      row={row}
      icon={IconPlugConnectedX}
      title={title}
      action={<Button onClick={() => onRetry()}>Reintentar</Button>}
    >
      {errorMessage(error)}
    </EmptyState>
  )
}
