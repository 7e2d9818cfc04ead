import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatNumber, quantity } from '#shared/format.ts'
import type { FailureGroup } from '#shared/model/failure.ts'
import { FailureRow } from '#web/parts/failures/failure-row.tsx'
import { useFailures } from '#web/parts/failures/use-failures.ts'
import { TextLink } from '#web/ui/links.tsx'
import { useRowFocus } from '#web/ui/row-focus.ts'
import classes from './failure-list.module.css'

/** Number of causes listed until all are requested; more would push the widgets below out of view. */
const SHOWN = 2

/** Undelivered alerts by cause, each with its remedy; null if there are no failures, or they could not be loaded. */
export function FailureList({ connectionId }: { connectionId: string | undefined }) {
  const { data, isPending } = useFailures(connectionId)
  const [isWhole, setWhole] = useState(false)
  const rowFocus = useRowFocus()
  // The content below stays hidden until its position is known.
  if (isPending) return <span hidden data-moves-what-follows />
  if (!data || data.groups.length === 0) return null
  const shown = isWhole ? data.groups : data.groups.slice(0, SHOWN)
  const rest = data.total - shown.length
  const unlisted = data.total - data.groups.length
  const isLast = (group: FailureGroup) => group === shown.at(-1)
  return (
    <ul className={classes.list} aria-label="Sin entregar" data-failures {...rowFocus}>
      {shown.map(group => (
        <li key={group.id} className={classes.cause}>
          <FailureRow isRow group={group} asOf={data.asOf} connectionId={connectionId} />
          {!isWhole && rest > 0 && isLast(group) && (
            <Button
              className={classes.more}
              variant="subtle"
              size="xs"
              c="var(--accent-text)"
              onClick={() => setWhole(true)}
            >
              …y {formatNumber(rest)} más
            </Button>
          )}
        </li>
      ))}
      {isWhole && unlisted > 0 && (
        <li className={classes.cause}>
          <TextLink to="/connections" search={{ sort: 'fallos' }} inherit>
            …y {quantity(unlisted, 'causa', 'causas')} más
          </TextLink>
        </li>
      )}
    </ul>
  )
}
