import classes from './waiting-dot.module.css'

/** Pulses while waiting. Its colour is `--waiting-dot`, else the accent. */
export const WaitingDot = () => <span className={classes.dot} />
