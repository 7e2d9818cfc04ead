import { Card } from '@mantine/core'
import { AlertDays, AlertDaysSkeleton } from './alert-days.tsx'
import classes from './alert-list.module.css'
import { AlertPages } from './alert-pages.tsx'
import { AlertTable, AlertTableSkeleton } from './alert-table.tsx'
import { SelectionBar } from './selection/selection-bar.tsx'
import type { Selection } from './selection/use-selection.ts'
import type { AlertsPage } from './use-alerts-page.ts'
import type { AlertsSearch, Choose } from './use-alerts-search.ts'

interface AlertListProps extends AlertsPage {
  phone: boolean
  search: AlertsSearch
  selection: Selection
  /** Ends the selecting, which is a state of its own on phones. */
  onLeaveSelecting: (() => void) | undefined
  onChoose: Choose
  onOpen: (id: string) => void
}

/** A page of the history and the way to the others: one card, or the width of a phone. */
export function AlertList({
  phone,
  data,
  view,
  isWaiting,
  search,
  selection,
  onLeaveSelecting,
  onChoose,
  onOpen,
}: AlertListProps) {
  const isBusy = isWaiting || !data
  const pages = <AlertPages phone={phone} range={data} search={search} onChoose={onChoose} />
  if (phone) {
    return (
      <div className={classes.phone} aria-busy={isBusy}>
        {data ? (
          <AlertDays
            key={view}
            alerts={data.items}
            sort={search.sort}
            selection={onLeaveSelecting && selection}
            onOpen={onOpen}
          />
        ) : (
          <AlertDaysSkeleton rows={search.pageSize} />
        )}
        {pages}
        {onLeaveSelecting && <SelectionBar selection={selection} onLeave={onLeaveSelecting} />}
      </div>
    )
  }
  return (
    <Card padding={0} aria-busy={isBusy}>
      <SelectionBar selection={selection} />
      {data ? (
        <AlertTable key={view} alerts={data.items} selection={selection} onOpen={onOpen} />
      ) : (
        <AlertTableSkeleton rows={search.pageSize} />
      )}
      {pages}
    </Card>
  )
}
