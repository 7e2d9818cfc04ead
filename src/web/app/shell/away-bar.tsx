import { IconPlugConnectedX } from '@tabler/icons-react'
import type { LiveState } from '#web/data/use-live-refresh.ts'
import classes from './away-bar.module.css'

/** Says that the server can't be reached, so that what is on screen may not be so any more. */
export function AwayBar({ state }: { state: LiveState }) {
  return (
    <div role="status">
      {state === 'away' && (
        <p className={classes.bar}>
          <IconPlugConnectedX />
          <span>
            <strong>Sin conexión.</strong> Lo que ves puede no estar al día.
          </span>
        </p>
      )}
    </div>
  )
}
