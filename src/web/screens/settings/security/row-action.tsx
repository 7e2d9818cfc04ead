import { ActionIcon } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { tip } from '#web/ui/tips.tsx'

interface RowActionProps {
  icon: Icon
  label: string
  /** The element that says of what. */
  of: string
  onClick: () => void
}

/** A button of a row, as an icon. */
export const RowAction = ({ icon: Icon, label, of, onClick }: RowActionProps) => (
  <ActionIcon {...tip(label)} size="lg" aria-label={label} aria-describedby={of} onClick={onClick}>
    <Icon />
  </ActionIcon>
)
