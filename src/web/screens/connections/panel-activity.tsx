import { IconBellOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { PANEL_ALERTS } from '#shared/limits.ts'
import type { Connection } from '#shared/model/connection.ts'
import { api } from '#web/data/client.ts'
import { AlertFeed } from '#web/parts/alert-feed.tsx'
import { LoadError } from '#web/parts/load-error.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { SectionCard } from '#web/ui/section-card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import classes from './connection-panel.module.css'

/** The connection's newest alerts. */
export function PanelActivity({ connection }: { connection: Connection }) {
  return (
    <SectionCard
      flush
      title="Actividad reciente"
      aside={
        <TextLink to="/alerts" search={{ connectionId: connection.id }} fz="xs">
          Ver historial completo
        </TextLink>
      }
    >
      <Activity connection={connection} />
    </SectionCard>
  )
}

function Activity({ connection: { id, stats } }: { connection: Connection }) {
  const alerts = useQuery(
    api.alerts.recent.queryOptions({ input: { connectionId: id, limit: PANEL_ALERTS } }),
  )
  if (!alerts.data) {
    if (!alerts.error) return <ActivitySkeleton rows={Math.min(stats.totalAlerts, PANEL_ALERTS)} />
    return (
      <LoadError
        bare
        title="No se pudo cargar la actividad"
        error={alerts.error}
        onRetry={alerts.refetch}
      />
    )
  }
  if (alerts.data.length === 0) {
    return (
      <EmptyState bare icon={IconBellOff} title="Aún no ha llegado ninguna alerta">
        Pega el webhook y el JSON en una alerta de TradingView y aparecerá aquí.
      </EmptyState>
    )
  }
  return <AlertFeed alerts={alerts.data} about="payload" />
}

const ActivitySkeleton = ({ rows }: { rows: number }) => (
  <div role="status" aria-label="Cargando la actividad">
    {Array.from({ length: rows }, (_, row) => row).map(row => (
      <div key={row} className={classes.row}>
        <Skeleton height={8} width="40%" />
        <Skeleton height={8} width="25%" />
      </div>
    ))}
  </div>
)
