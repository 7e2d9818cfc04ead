import { Checkbox, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { truncate } from '#shared/format.ts'
import { ALERT_NAME_LENGTH } from '#shared/limits.ts'
import type { AlertSort } from '#shared/list-choices.ts'
import type { Alert, AlertFilter } from '#shared/model/alert.ts'
import { api } from '#web/data/client.ts'
import { dates } from '#web/data/local-time.ts'
import { DeliveryStatusMark } from '#web/parts/delivery-status.tsx'
import { gapsNote } from '#web/parts/delivery-words.ts'
import { type Counted, lastPage, type PageRange } from '#web/parts/page-range.ts'
import { focusMarks } from '#web/ui/row-focus.ts'
import listStyle from '#web/ui/rows.module.css'
import { Skeleton } from '#web/ui/skeleton.tsx'
import text from '#web/ui/text.module.css'
import { useFadeIn, useSettled } from '#web/ui/use-fade-in.ts'
import classes from './alert-days.module.css'
import { dayGroups, dayHeading } from './day-groups.ts'
import { withinDay } from './filter-days.ts'
import type { Selection } from './selection/use-selection.ts'
import { isUnseen } from './use-alerts-page.ts'
import { useFollowed } from './use-following.ts'
import { alertCount, deliveryFigure, deliverySentence } from './words.ts'

interface AlertDaysProps {
  alerts: readonly Alert[]
  /** Position of `alerts` among all matches of `filter`. */
  range: PageRange
  filter: AlertFilter
  sort: AlertSort
  /** True while the button for new alerts takes the place of the first day's count. */
  headTaken: boolean
  /** Makes the rows selectable. */
  selection: Selection | undefined
  /** Alerts from this instant on are new to the reader. */
  unseenSince: string | undefined
  /** True if the list updates by itself as alerts arrive. */
  follows: boolean
  onOpen: (id: string) => void
}

/** Page of the history on phones: grouped by day, or with the date in each row if sorted by name. */
export function AlertDays({
  alerts,
  range,
  filter,
  sort,
  headTaken,
  selection,
  unseenSince,
  follows,
  onOpen,
}: AlertDaysProps) {
  const settled = useSettled()
  const drawn = useFollowed(alerts, follows)
  const byTime = sort === 'timestamp-desc' || sort === 'timestamp-asc'
  const rows = (shown: readonly Alert[]) => (
    <ul className={`${classes.rows} ${listStyle.rows}`}>
      {shown.map(alert => (
        <li key={alert.id}>
          <AlertEntry
            alert={alert}
            arriving={settled || isUnseen(alert, unseenSince)}
            withDay={!byTime}
            isSelected={selection?.has(alert)}
            onSelect={selection?.toggle}
            onOpen={onOpen}
          />
        </li>
      ))}
    </ul>
  )
  if (!byTime) return rows(drawn)
  return dayGroups(drawn, dates).map(({ day, items }, index, groups) => {
    const beginsHere = index > 0 || range.page === 1
    const endsHere = index < groups.length - 1 || range.page === lastPage(range)
    return (
      <section key={day}>
        <div className={classes.head}>
          <h2 className={classes.day}>{dayHeading(items[0].timestamp, Date.now(), dates)}</h2>
          {!(index === 0 && headTaken) &&
            (beginsHere && endsHere ? (
              <DayCount total={items.length} />
            ) : (
              <AskedDayCount filter={withinDay(filter, items[0].timestamp)} />
            ))}
        </div>
        {rows(items)}
      </section>
    )
  })
}

const DayCount = (count: Counted) => <span className={classes.count}>{alertCount(count)}</span>

/** Count of a day that continues on other pages, fetched from the server. */
function AskedDayCount({ filter }: { filter: AlertFilter }) {
  const { data } = useQuery(api.alerts.list.queryOptions({ input: filter }))
  return data && <DayCount total={data.total} more={data.more} />
}

interface AlertEntryProps {
  alert: Alert
  arriving: boolean
  withDay: boolean
  isSelected: boolean | undefined
  /** Turns the row into a checkbox. */
  onSelect: ((alert: Alert) => void) | undefined
  onOpen: (id: string) => void
}

/** Re-renders only when its own props change. */
const AlertEntry = memo(function AlertEntry({
  alert,
  arriving,
  withDay,
  isSelected,
  onSelect,
  onOpen,
}: AlertEntryProps) {
  const row = useFadeIn(arriving, classes.row)
  if (!onSelect) {
    return (
      <UnstyledButton {...row} {...focusMarks.row} onClick={() => onOpen(alert.id)}>
        <span className={classes.icon} aria-hidden="true">
          <DeliveryStatusMark
            status={alert.telegramDeliveryStatus}
            fits={alert.fits}
            gaps={alert.gaps}
            look="icon"
          />
        </span>
        <AlertLines alert={alert} withDay={withDay} />
      </UnstyledButton>
    )
  }
  return (
    <UnstyledButton component="label" {...row} data-selected={isSelected}>
      <Checkbox {...focusMarks.row} checked={isSelected} onChange={() => onSelect(alert)} />
      <AlertLines alert={alert} withDay={withDay} />
    </UnstyledButton>
  )
})

function AlertLines({ alert, withDay }: Pick<AlertEntryProps, 'alert' | 'withDay'>) {
  const { telegramDeliveryStatus: status, timestamp, fits } = alert
  const lack = gapsNote(alert)
  return (
    <>
      <span className={classes.name}>{truncate(alert.name, ALERT_NAME_LENGTH)}</span>
      <time className={classes.time} dateTime={timestamp}>
        {withDay && `${dates.date(timestamp)} `}
        {dates.time(timestamp)}
      </time>
      <span className={`${classes.summary} ${text.line} ${text.code}`}>{alert.summary}</span>
      <span className={classes.delivery}>
        {alert.connectionName} ·{' '}
        <span className={classes.outcome} data-status={status} data-fits={fits}>
          {deliverySentence(alert)}
        </span>
        {lack && ` · ${lack} ·`}
        {status === 'success' && ` ${deliveryFigure(alert) ?? ''}`}
      </span>
    </>
  )
}

/** Placeholder rows until the first page has loaded. */
export function AlertDaysSkeleton({ rows }: { rows: number }) {
  return (
    <div aria-hidden="true">
      <div className={classes.head}>
        <Skeleton height={16} width="45%" />
      </div>
      <div className={`${classes.rows} ${listStyle.rows}`}>
        {[...Array(rows).keys()].map(row => (
          <div key={row} className={classes.row}>
            <Skeleton height={16} width={16} circle />
            <Skeleton height={12} width="60%" />
            <Skeleton height={12} width={52} />
            <div className={`${classes.summary} ${text.line} ${text.code}`}>
              <Skeleton height={12} width="70%" />
            </div>
            <div className={classes.delivery}>
              <Skeleton height={12} width="50%" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
