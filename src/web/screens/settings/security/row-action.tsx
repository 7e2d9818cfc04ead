import { ActionIcon } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { tip } from '#web/ui/tips.tsx'

interface RowActionProps {
  icon: Icon
  label: string
  /** Id of the element that names the item. */
  of: string
  onClick: () => void
}

/** Icon button of a row. */
export const RowAction = ({ icon: Icon, label, of, onClick }: RowActionProps) => (
  <ActionIcon {...tip(label)} size="lg" aria-label={label} aria-describedby={of} onClick={onClick}>
    <Icon />
  </ActionIcon>
)
