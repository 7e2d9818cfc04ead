import { UnstyledButton } from '@mantine/core'
import classes from './select-button.module.css'

/** Makes the rows of a phone's list ones to pick from. */
export function SelectButton({ onClick }: { onClick: () => void }) {
  return (
    <UnstyledButton className={classes.button} onClick={onClick}>
      Seleccionar
    </UnstyledButton>
  )
}
