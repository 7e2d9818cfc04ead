import classes from './waiting-dot.module.css'

/** Beats as long as something is waited for. Its colour is `--waiting-dot`, else the accent. */
export const WaitingDot = () => <span className={classes.dot} />
