import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { AlertFilter } from '#shared/model/alert.ts'
import { openResendAll } from './open-resend-all.tsx'
import { resendAllLabel } from './resend-words.ts'

interface ResendAllButtonProps {
  filter: AlertFilter
  /** What the filter finds, and when; nothing as long as that is awaited. */
  found: { total: number; asOf: string } | undefined
}

/** Offers to send all failed alerts of a filter again. */
export function ResendAllButton({ filter, found }: ResendAllButtonProps) {
  return (
    <Button
      leftSection={<IconRefresh />}
      disabled={!found}
      onClick={() => found && openResendAll({ filter, before: found.asOf, count: found.total })}
    >
      {resendAllLabel(found?.total)}
    </Button>
  )
}
