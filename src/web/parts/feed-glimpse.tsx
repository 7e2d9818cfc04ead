import { HoverCard } from '@mantine/core'
import { lazy, type ReactElement, Suspense } from 'react'
import classes from './feed-glimpse.module.css'

const AlertGlimpse = lazy(async () => ({
  default: (await import('./alert-glimpse.tsx')).AlertGlimpse,
}))

/** A glance, not one on the way to something else. */
const OPEN_AFTER_MS = 250

/** Shows the message of an alert beside its row while the pointer rests on it, or the keyboard's focus. */
export const FeedGlimpse = ({ alertId, children }: { alertId: string; children: ReactElement }) => (
  <HoverCard
    role="tooltip"
    position="left"
    offset={12}
    openDelay={OPEN_AFTER_MS}
    closeDelay={0}
    width={328}
    // Where its row stands, so that it belongs to a landmark of the page.
    withinPortal={false}
    floatingStrategy="fixed"
  >
    <HoverCard.Target>{children}</HoverCard.Target>
    <HoverCard.Dropdown className={classes.dropdown}>
      <Suspense>
        <AlertGlimpse id={alertId} />
      </Suspense>
    </HoverCard.Dropdown>
  </HoverCard>
)
