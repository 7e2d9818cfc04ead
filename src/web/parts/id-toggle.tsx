import { ActionIcon, Tooltip } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'

interface IdToggleProps {
  isShown: boolean
  onToggle: () => void
  size?: 'sm' | 'md'
}

/** Shows and hides a connection's id, which is its webhook's secret. */
export function IdToggle({ isShown, onToggle, size = 'md' }: IdToggleProps) {
  const label = isShown ? 'Ocultar el identificador' : 'Mostrar el identificador'
  return (
    <Tooltip label={label}>
      <ActionIcon size={size} aria-label={label} onClick={onToggle}>
        {isShown ? <IconEyeOff /> : <IconEye />}
      </ActionIcon>
    </Tooltip>
  )
}
