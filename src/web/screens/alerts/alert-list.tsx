import { Card, Text, UnstyledButton } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { memo, useCallback } from 'react'
import { plural } from '#shared/format.ts'
import { PAGE_SIZES } from '#shared/limits.ts'
import { type Counted, lastPage, type PageRange, pageRangeText } from '#web/parts/page-range.ts'
import { ListPagination } from '#web/ui/list-pagination.tsx'
import { Select } from '#web/ui/select.tsx'
import { AlertDays, AlertDaysSkeleton } from './alert-days.tsx'
import classes from './alert-list.module.css'
import { AlertTable, AlertTableSkeleton } from './alert-table.tsx'
import { FollowButton } from './follow-button.tsx'
import { SelectionBar } from './selection/selection-bar.tsx'
import type { Selection } from './selection/use-selection.ts'
import type { AlertsPage } from './use-alerts-page.ts'
import type { AlertsSearch, Choose } from './use-alerts-search.ts'
import type { Following } from './use-following.ts'
import { alertCount, moreWords } from './words.ts'

interface AlertListProps extends AlertsPage {
  phone: boolean
  search: AlertsSearch
  isFiltered: boolean
  selection: Selection
  following: Following
  /** Number of matches that arrived since the page was pinned; undefined if not known. */
  news: Counted | undefined
  onShowNews: () => void
  /** Leaves selection mode, which only phones have; undefined outside of that mode. */
  onLeaveSelecting: (() => void) | undefined
  onChoose: Choose
  onOpen: (id: string) => void
}

/** Page of the history with its pagination: a card, or full width on phones. */
export function AlertList({
  phone,
  data,
  found,
  view,
  isWaiting,
  unseenSince,
  shownFilter,
  search,
  isFiltered,
  selection,
  following,
  news,
  onShowNews,
  onLeaveSelecting,
  onChoose,
  onOpen,
}: AlertListProps) {
  const isBusy = isWaiting || !data
  const pages = <AlertPages range={data} search={search} onChoose={onChoose} />
  const bar = { selection, found, isFiltered }
  const rows = { alerts: data?.items ?? [], unseenSince, follows: following.isOn, onOpen }
  return (
    <div>
      <NewAlerts count={news} onShow={onShowNews} />
      {phone ? (
        <div className={classes.phone} aria-busy={isBusy}>
          {data ? (
            <AlertDays
              key={view}
              {...rows}
              range={data}
              filter={shownFilter}
              sort={search.sort}
              headTaken={Boolean(news?.total)}
              selection={onLeaveSelecting && selection}
            />
          ) : (
            <AlertDaysSkeleton rows={search.pageSize} />
          )}
          {pages}
          {onLeaveSelecting && <SelectionBar {...bar} onLeave={onLeaveSelecting} />}
        </div>
      ) : (
        <Card padding={0} aria-busy={isBusy}>
          <SelectionBar {...bar} aside={<FollowButton following={following} />} />
          {data ? (
            <AlertTable key={view} {...rows} selection={selection} />
          ) : (
            <AlertTableSkeleton rows={search.pageSize} />
          )}
          {pages}
        </Card>
      )}
      {data?.more && (
        <Text fz="xs" lh="xs" c="var(--text-3)" mt="xs">
          {moreWords({ ...search, total: data.total })}
        </Text>
      )}
    </div>
  )
}

interface AlertPagesProps {
  /** Range on screen; undefined until loaded, or while the address asks for a page beyond the last one. */
  range: PageRange | undefined
  search: AlertsSearch
  onChoose: Choose
}

/** Pagination and page size of the history. */
function AlertPages({ range, search, onChoose }: AlertPagesProps) {
  const { page, pageSize } = search
  const choosePage = useCallback((chosen: number) => onChoose({ page: chosen }), [onChoose])
  return (
    <ListPagination
      range={range && pageRangeText(range)}
      page={page}
      pages={range && lastPage({ total: range.total, pageSize })}
      onPage={choosePage}
    >
      <PageSize pageSize={pageSize} onChoose={onChoose} />
    </ListPagination>
  )
}

type PageSizeProps = Pick<AlertsSearch, 'pageSize'> & Pick<AlertPagesProps, 'onChoose'>

const PageSize = memo(({ pageSize, onChoose }: PageSizeProps) => (
  <Select
    className={classes.size}
    aria-label="Alertas por página"
    data={sizeOptions}
    value={pageSize}
    onChange={size => size && onChoose({ pageSize: size })}
  />
))

const sizeOptions = PAGE_SIZES.map(size => ({ value: size, label: `${size} por página` }))

interface NewAlertsProps {
  /** Number of new alerts; undefined if not known. */
  count: Counted | undefined
  onShow: () => void
}

/** Button with the count of new alerts; lies over the list, whose rows stay in place. */
function NewAlerts({ count, onShow }: NewAlertsProps) {
  return (
    <div className={classes.place} role="status">
      {count && count.total > 0 && (
        <UnstyledButton className={classes.news} onClick={onShow}>
          <IconArrowUp />
          {`${alertCount(count)} ${plural(count.total, 'nueva', 'nuevas')}`}
        </UnstyledButton>
      )}
    </div>
  )
}
