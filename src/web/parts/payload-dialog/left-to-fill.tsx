import { Box, Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { formatNumber } from '#shared/format.ts'
import classes from './left-to-fill.module.css'

interface LeftToFillProps {
  count: number
  onNext: () => void
}

/** Number of values that the user still has to fill in, and a button to the next. */
export const LeftToFill = ({ count, onNext }: LeftToFillProps) => (
  <div className={classes.left}>
    <IconPencil />
    <span role="status">
      <b>{formatNumber(count)} por rellenar</b>
    </span>
    <Button className={classes.next} variant="subtle" size="xs" onClick={onNext}>
      Siguiente
    </Button>
    <Box component="span" visibleFrom="sm">
      o Tab, dentro del texto
    </Box>
  </div>
)
