import { VisuallyHidden } from '@mantine/core'
import classes from './simulated-mark.module.css'

/** Ring after a figure's label, as beside «Entrega simulada» in the bar, which has the word. */
export const SimulatedMark = () => (
  <span className={classes.mark} title="Simulada">
    <VisuallyHidden component="span">(simulada)</VisuallyHidden>
  </span>
)

export const SimulatedRing = () => <span className={classes.ring} aria-hidden="true" />
