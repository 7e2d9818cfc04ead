import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { LoadError } from '#web/parts/load-error.tsx'
import { lastPage } from '#web/parts/page-range.ts'
import { Page } from '#web/ui/page.tsx'
import { PHONE } from '#web/ui/phone.ts'
import { AlertFilters } from './alert-filters.tsx'
import { AlertList } from './alert-list.tsx'
import { AlertDetail } from './detail/alert-detail.tsx'
import { HeadActions, HeadMenu, ResendAllButton } from './head-actions.tsx'
import { NoAlerts, NoMatch } from './no-alerts.tsx'
import { SelectButton } from './selection/select-button.tsx'
import { useSelection } from './selection/use-selection.ts'
import { useAlertsPage } from './use-alerts-page.ts'
import { useAlertsSearch } from './use-alerts-search.ts'
import { useConnectionOptions } from './use-connection-options.ts'
import { useNewAlerts } from './use-new-alerts.ts'
import { useOpenAlert } from './use-open-alert.ts'

export function AlertsScreen() {
  const phone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  const { search, choose } = useAlertsSearch()
  const { error, refetch, filter, pinnedAt, unpin, ...page } = useAlertsPage(search)
  const { data, found, isWaiting } = page
  const news = useNewAlerts(filter, pinnedAt)
  const showNews = () => {
    unpin()
    void choose({ page: 1 })
  }

  const detail = useOpenAlert()
  const alerts = data?.items ?? []
  const selection = useSelection(page.view, alerts)
  const [isSelecting, setSelecting] = useState(false)
  const select = (selecting: boolean) => {
    setSelecting(selecting)
    selection.clear()
  }
  const connections = useConnectionOptions(search.connectionId, alerts)

  const end = data && !isWaiting ? lastPage(data) : undefined
  useEffect(() => {
    if (end !== undefined && search.page > end) void choose({ page: end }, { replace: true })
  })

  const isFiltered = Object.values(filter).some(Boolean)
  const clear = () =>
    choose({
      search: undefined,
      connectionId: undefined,
      status: undefined,
      from: undefined,
      to: undefined,
    })

  const content = () => {
    if (error && !data)
      return <LoadError title="No se pudo cargar el historial" error={error} onRetry={refetch} />
    // While the answer is awaited, nobody knows yet that there are none at all.
    if (data?.total === 0 && (isFiltered || isWaiting)) return <NoMatch onClear={clear} />
    if (data?.total === 0) return <NoAlerts />
    return (
      <AlertList
        {...page}
        phone={phone}
        search={search}
        isFiltered={isFiltered}
        selection={selection}
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
          found={data}
          onChoose={choose}
          menu={<HeadMenu found={found} />}
          aside={alerts.length > 0 && !isSelecting && <SelectButton onClick={() => select(true)} />}
        />
      }
    >
      {content()}
      <AlertDetail id={detail.id} page={alerts} onOpen={detail.open} onClose={detail.close} />
    </Page>
  )
}
