import { Tooltip } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { useRestedOn } from '#web/ui/use-rested-on.ts'
import classes from './feed-glimpse.module.css'

const AlertGlimpse = lazy(async () => ({
  default: (await import('./alert-glimpse.tsx')).AlertGlimpse,
}))

/** Attribute of a row in `FeedGlimpse`: names the alert whose message is shown beside it. */
export const glimpsed = (alertId: string) => ({ 'data-glimpsed': alertId })

/** Shows the message of an alert beside its row while the mouse or the keyboard focus rests on it. */
export function FeedGlimpse({ children }: { children: ReactNode }) {
  const { element, rested, listeners } = useRestedOn({
    selector: '[data-glimpsed]',
    after: 250,
    byFocus: true,
  })
  const alertId = element?.dataset.glimpsed
  return (
    <div {...listeners}>
      {children}
      {element && alertId && (
        <Tooltip
          target={element}
          opened={rested}
          label={
            <Suspense>
              <AlertGlimpse id={alertId} />
            </Suspense>
          }
          className={classes.glimpse}
          position="left"
          offset={12}
          w={328}
          // Beside its row, so that it is inside a landmark of the page.
          withinPortal={false}
          floatingStrategy="fixed"
        />
      )}
    </div>
  )
}
