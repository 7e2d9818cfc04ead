import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { errorMessage } from '#web/data/error-message.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

interface LoadErrorProps {
  /** Names the content that could not be loaded. */
  title: string
  error: unknown
  onRetry: () => unknown
  /** Without a frame, for use inside a card. */
  bare?: boolean
  /** As a row, in place of the rows of the list that could not be loaded. */
  row?: boolean
}

/** Error state of content that the server did not deliver. */
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
