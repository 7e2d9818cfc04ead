import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { LoadError } from '#web/parts/load-error.tsx'
import { lastPage } from '#web/parts/page-range.ts'
import { PauseBanner } from '#web/parts/queue/pause-banner.tsx'
import { useOnDemand } from '#web/parts/use-on-demand.ts'
import { Page } from '#web/ui/page.tsx'
import { focusRow, useRowFocus } from '#web/ui/row-focus.ts'
import { usePhone } from '#web/ui/use-phone.ts'
import { AlertFilters } from './alert-filters.tsx'
import { AlertList } from './alert-list.tsx'
import { AlertViews } from './alert-views.tsx'
import { FollowButton } from './follow-button.tsx'
import { HeadActions, HeadMenu, ResendAllButton } from './head-actions.tsx'
import { NoAlerts, NoMatch } from './no-alerts.tsx'
import { SelectButton } from './selection/selection-bar.tsx'
import { useSelection } from './selection/use-selection.ts'
import { useAlertsPage, useNewAlerts } from './use-alerts-page.ts'
import { useAlertsSearch } from './use-alerts-search.ts'
import { useConnectionOptions } from './use-connection-options.ts'
import { useFollowing } from './use-following.ts'
import { useOpenAlert } from './use-open-alert.ts'

const loadDetail = async () => (await import('./detail/alert-detail.tsx')).AlertDetail

export function AlertsScreen() {
  const phone = usePhone()
  const { search, choose } = useAlertsSearch()
  const following = useFollowing(search)
  const { error, refetch, filter, pinnedAt, unpin, ...page } = useAlertsPage(search, following.isOn)
  const { data, found, isWaiting } = page
  const news = useNewAlerts(filter, pinnedAt)

  const detail = useOpenAlert()
  const { Part: AlertDetail, ask: askDetail } = useOnDemand(loadDetail)
  const showDetail = useEffectEvent(async () => {
    if (!(await askDetail())) detail.close()
  })
  useEffect(() => {
    if (detail.id !== '') void showDetail()
  }, [detail.id])
  const alerts = data?.items ?? []
  const selection = useSelection(page.list, alerts)
  const [isSelecting, setSelecting] = useState(false)
  const select = (selecting: boolean) => {
    setSelecting(selecting)
    selection.clear()
  }
  const isAtWork = detail.id !== '' || isSelecting || selection.alerts.length > 0
  useLayoutEffect(() => following.hold(isAtWork), [following.hold, isAtWork])
  const connections = useConnectionOptions(search.connectionId, alerts)

  const awaitsNews = useRef(false)
  const showNews = () => {
    awaitsNews.current = true
    // A selection of all alerts would grow by unseen ones.
    selection.clear()
    unpin()
    void choose({ page: 1 })
  }
  useEffect(() => {
    if (!awaitsNews.current || isWaiting) return
    awaitsNews.current = false
    focusRow(0)
  })

  // Rows of the last page may be deleted: go to the page that is now the last.
  const end = data ? lastPage(data) : Number.POSITIVE_INFINITY
  const isBeyond = data !== undefined && data.page > end
  useEffect(() => {
    if (isBeyond && !isWaiting) void choose({ page: end }, { replace: true })
  })

  const isFiltered = Object.values(filter).some(Boolean)
  const searchField = useRef<HTMLInputElement>(null)
  const clear = () => {
    void choose({
      search: undefined,
      connectionId: undefined,
      status: undefined,
      gaps: undefined,
      from: undefined,
      to: undefined,
    })
    searchField.current?.focus()
  }
  const rowFocus = useRowFocus()

  const content = () => {
    if (error && !data)
      return <LoadError title="No se pudo cargar el historial" error={error} onRetry={refetch} />
    // While an answer is pending, the history may turn out not to be empty.
    if (data?.total === 0 && (isFiltered || isWaiting)) return <NoMatch onClear={clear} />
    if (data?.total === 0) return <NoAlerts />
    return (
      <AlertList
        {...page}
        data={isBeyond ? undefined : data}
        phone={phone}
        search={search}
        isFiltered={isFiltered}
        selection={selection}
        following={following}
        news={news}
        onShowNews={showNews}
        onLeaveSelecting={phone && isSelecting ? () => select(false) : undefined}
        onChoose={choose}
        onOpen={detail.open}
      />
    )
  }

  const resendsAll = search.status === 'failed' && data?.total !== 0
  return (
    <Page
      title="Historial de Alertas"
      views={<AlertViews />}
      action={
        (resendsAll || !phone) && (
          <>
            {resendsAll && <ResendAllButton found={found} />}
            {!phone && <HeadActions found={found} />}
          </>
        )
      }
      filters={
        <AlertFilters
          phone={phone}
          search={search}
          connections={connections}
          count={data}
          searchField={searchField}
          onChoose={choose}
          menu={<HeadMenu found={found} />}
          aside={
            alerts.length > 0 &&
            !isSelecting && (
              <>
                <FollowButton following={following} />
                <SelectButton onClick={() => select(true)} />
              </>
            )
          }
        />
      }
    >
      <PauseBanner />
      <div
        {...rowFocus}
        {...following.touches}
        // Preloads the code of the detail when the pointer enters the list.
        onPointerEnter={() => void Promise.allSettled([loadDetail()])}
      >
        {content()}
      </div>
      {AlertDetail && (
        <AlertDetail
          id={detail.id}
          page={alerts}
          onOpen={detail.open}
          onDeleted={selection.drop}
          onClose={detail.close}
        />
      )}
    </Page>
  )
}
