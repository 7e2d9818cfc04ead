import classes from './callout.module.css'

interface CalloutProps {
  what: string
  remedy: string
  hasFailed?: boolean
}

/** What happened in bold, then what to do. */
export const Callout = ({ what, remedy, hasFailed = false }: CalloutProps) => (
  <p className={classes.callout} data-failed={hasFailed}>
    <strong>{what}</strong> {remedy}
  </p>
)
