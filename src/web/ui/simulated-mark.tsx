import { VisuallyHidden } from '@mantine/core'
import classes from './simulated-mark.module.css'

/** Ring that marks a figure as simulated, the same as beside the words «Entrega simulada» in the top bar. */
export const SimulatedMark = () => (
  <span className={classes.mark} title="Simulada">
    <VisuallyHidden component="span">(simulada)</VisuallyHidden>
  </span>
)

export const SimulatedRing = () => <span className={classes.ring} aria-hidden="true" />
