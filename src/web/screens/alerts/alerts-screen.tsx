import { useMediaQuery } from '@mantine/hooks'
import { useEffect } from 'react'
import { Page } from '#web/ui/page.tsx'
import { PHONE } from '#web/ui/phone.ts'
import { AlertFilters } from './alert-filters.tsx'
import { AlertList } from './alert-list.tsx'
import { AlertDetail } from './detail/alert-detail.tsx'
import { AlertsUnavailable, NoAlerts, NoMatch } from './no-alerts.tsx'
import { lastPage } from './page-range.ts'
import { useAlertsPage } from './use-alerts-page.ts'
import { useAlertsSearch } from './use-alerts-search.ts'
import { useConnectionOptions } from './use-connection-options.ts'
import { useOpenAlert } from './use-open-alert.ts'

export function AlertsScreen() {
  const phone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  const { search, choose } = useAlertsSearch()
  const { error, refetch, ...page } = useAlertsPage(search)
  const { data, isWaiting } = page
  const detail = useOpenAlert()
  const alerts = data?.items ?? []
  const connections = useConnectionOptions(search.connectionId, alerts)

  const end = data && !isWaiting ? lastPage(data) : undefined
  useEffect(() => {
    if (end !== undefined && search.page > end) void choose({ page: end }, { replace: true })
  })

  const isFiltered = Boolean(search.search || search.connectionId || search.status)
  const clear = () => choose({ search: undefined, connectionId: undefined, status: undefined })

  const content = () => {
    if (error && !data) return <AlertsUnavailable error={error} onRetry={refetch} />
    // While the answer is awaited, nobody knows yet that there are none at all.
    if (data?.total === 0 && (isFiltered || isWaiting)) return <NoMatch onClear={clear} />
    if (data?.total === 0) return <NoAlerts />
    return (
      <AlertList {...page} phone={phone} search={search} onChoose={choose} onOpen={detail.open} />
    )
  }

  return (
    <Page
      title="Historial de Alertas"
      filters={
        <AlertFilters
          phone={phone}
          search={search}
          connections={connections}
          total={data?.total}
          onChoose={choose}
        />
      }
    >
      {content()}
      <AlertDetail id={detail.id} page={alerts} onOpen={detail.open} onClose={detail.close} />
    </Page>
  )
}
