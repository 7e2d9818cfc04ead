import { ActionIcon } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { tip } from '#web/ui/tips.tsx'

interface IdToggleProps {
  isShown: boolean
  onToggle: () => void
  /** Name of the hidden part, for the label. */
  what?: string
  size?: 'sm' | 'md'
}

/** Shows and hides a connection's id, which is its webhook's secret. */
export function IdToggle({
  isShown,
  onToggle,
  what = 'el identificador',
  size = 'md',
}: IdToggleProps) {
  const label = `${isShown ? 'Ocultar' : 'Mostrar'} ${what}`
  return (
    <ActionIcon {...tip(label)} size={size} aria-label={label} onClick={onToggle}>
      {isShown ? <IconEyeOff /> : <IconEye />}
    </ActionIcon>
  )
}
