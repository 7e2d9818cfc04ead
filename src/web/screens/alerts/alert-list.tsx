import { Card } from '@mantine/core'
import { AlertDays, AlertDaysSkeleton } from './alert-days.tsx'
import classes from './alert-list.module.css'
import { AlertPages } from './alert-pages.tsx'
import { AlertTable, AlertTableSkeleton } from './alert-table.tsx'
import type { AlertsPage } from './use-alerts-page.ts'
import type { AlertsSearch, Choose } from './use-alerts-search.ts'

interface AlertListProps extends AlertsPage {
  phone: boolean
  search: AlertsSearch
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
  onChoose,
  onOpen,
}: AlertListProps) {
  const isBusy = isWaiting || !data
  const pages = <AlertPages phone={phone} range={data} search={search} onChoose={onChoose} />
  if (phone) {
    return (
      <div className={classes.phone} aria-busy={isBusy}>
        {data ? (
          <AlertDays key={view} alerts={data.items} sort={search.sort} onOpen={onOpen} />
        ) : (
          <AlertDaysSkeleton rows={search.pageSize} />
        )}
        {pages}
      </div>
    )
  }
  return (
    <Card padding={0} aria-busy={isBusy}>
      {data ? (
        <AlertTable key={view} alerts={data.items} onOpen={onOpen} />
      ) : (
        <AlertTableSkeleton rows={search.pageSize} />
      )}
      {pages}
    </Card>
  )
}
