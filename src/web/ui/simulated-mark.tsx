import { VisuallyHidden } from '@mantine/core'
import classes from './simulated-mark.module.css'

/** After a figure's name: a ring, as before «Entrega simulada» in the bar, which says the word once. */
export const SimulatedMark = () => (
  <span className={classes.mark} title="Simulada">
    <VisuallyHidden component="span">(simulada)</VisuallyHidden>
  </span>
)

export const SimulatedRing = () => <span className={classes.ring} aria-hidden="true" />
