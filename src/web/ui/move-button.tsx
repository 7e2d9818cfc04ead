import { ActionIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './move-button.module.css'

interface MoveButtonProps {
  label: string
  icon: ReactNode
  atEnd: boolean
  onMove: () => void
}

/** Moves an item within a list. At the end it keeps the focus, which a disabled button would lose. */
export function MoveButton({ label, icon, atEnd, onMove }: MoveButtonProps) {
  return (
    <ActionIcon
      className={classes.move}
      aria-label={label}
      aria-disabled={atEnd}
      data-disabled={atEnd}
      onClick={atEnd ? undefined : onMove}
    >
      {icon}
    </ActionIcon>
  )
}
