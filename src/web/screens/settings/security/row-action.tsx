import { ActionIcon, Tooltip } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'

interface RowActionProps {
  icon: Icon
  label: string
  /** The element that says of what. */
  of: string
  onClick: () => void
}

/** A button of a row, as an icon. */
export const RowAction = ({ icon: Icon, label, of, onClick }: RowActionProps) => (
  <Tooltip label={label}>
    <ActionIcon size="lg" aria-label={label} aria-describedby={of} onClick={onClick}>
      <Icon />
    </ActionIcon>
  </Tooltip>
)
