import type { LiveState } from '#web/data/use-live-refresh.ts'
import classes from './live-marker.module.css'

/** Whether what is on screen is what the server knows now. */
export function LiveMarker({ state }: { state: LiveState }) {
  return (
    <span className={classes.marker} data-state={state} role="status">
      {state !== 'connecting' && (state === 'live' ? 'En vivo' : 'Reconectando…')}
    </span>
  )
}
