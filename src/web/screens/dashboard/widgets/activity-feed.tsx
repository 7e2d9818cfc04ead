import { Stack } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { FEED_ALERTS } from '#shared/limits.ts'
import type { StatsScope } from '#shared/model/stats.ts'
import { api } from '#web/data/client.ts'
import { AlertFeed } from '#web/parts/alert-feed.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { SectionCard } from '#web/ui/section-card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { WidgetError } from './widget-message.tsx'
import { RowsSkeleton } from './widget-rows.tsx'

/** The newest alerts. */
export function ActivityFeed({ scope: { connectionId } }: { scope: StatsScope }) {
  const { data, error, refetch } = useQuery(
    api.alerts.recent.queryOptions({ input: { connectionId, limit: FEED_ALERTS } }),
  )

  const content = () => {
    if (!data) {
      return error ? (
        <WidgetError error={error} onRetry={refetch} />
      ) : (
        <RowsSkeleton rows={FEED_ALERTS} aside={<Skeleton height={12} width={52} />} />
      )
    }
    if (data.length === 0) {
      return (
        <EmptyState bare icon={IconHistory} title="Aún no hay alertas">
          En cuanto llegue la primera, la verás aquí.
        </EmptyState>
      )
    }
    return <AlertFeed key={connectionId} alerts={data} about="connection" />
  }

  return (
    <SectionCard
      flush
      title="Actividad reciente"
      aside={
        <TextLink to="/alerts" search={connectionId ? { connectionId } : {}} fz="xs" fw={500}>
          Ver historial completo
        </TextLink>
      }
    >
      {/* Height of six rows and the lines between them, also with fewer alerts. */}
      <Stack gap={0} flex={1} mih="calc(6 * var(--widget-row) + 5px)">
        {content()}
      </Stack>
    </SectionCard>
  )
}
