import { Box } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatNumber } from '#shared/format.ts'
import type { StatsScope } from '#shared/model/stats.ts'
import { api } from '#web/data/client.ts'
import { useSelectedConnection } from '#web/data/selected-connection.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SectionCard } from '#web/ui/section-card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import text from '#web/ui/text.module.css'
import classes from './by-connection.module.css'
import { WidgetError } from './widget-message.tsx'
import { MoreLink } from './widget-rows.tsx'

const ROWS = 6

/** Alerts of the last seven days by connection. */
export function ByConnection({ scope: { tz } }: { scope: StatsScope }) {
  const { select } = useSelectedConnection()
  const { data, error, refetch } = useQuery(api.stats.byConnection.queryOptions({ input: { tz } }))

  const content = () => {
    if (!data) return error ? <WidgetError error={error} onRetry={refetch} /> : <BarsSkeleton />
    const [first] = data
    if (!first) {
      return (
        <EmptyState bare icon={IconChartBar} title="Sin alertas en 7 días">
          Aquí se ve qué conexiones reciben más.
        </EmptyState>
      )
    }
    return (
      <>
        <ul className={classes.rows} data-more={data.length > ROWS}>
          {data.slice(0, ROWS).map(({ connectionId, name, count }) => (
            <li key={connectionId} className={classes.row}>
              <Link
                className={classes.link}
                to="/connections/$connectionId/panel"
                params={{ connectionId }}
                onClick={() => select(connectionId)}
              >
                <span className={text.line} title={name}>
                  {name}
                </span>
                <span className={classes.track}>
                  <Box
                    component="span"
                    className={classes.bar}
                    __vars={{ '--share': `${(count / first.count) * 100}%` }}
                  />
                </span>
                <span className={classes.count}>{formatNumber(count)}</span>
              </Link>
            </li>
          ))}
        </ul>
        {data.length > ROWS && <MoreLink count={data.length - ROWS} />}
      </>
    )
  }

  return (
    <SectionCard
      flush
      title="Alertas por conexión"
      aside={<span className={classes.period}>7 días</span>}
    >
      {content()}
    </SectionCard>
  )
}

const BarsSkeleton = () => (
  <div className={classes.rows} aria-hidden="true">
    {['100%', '60%', '48%', '36%', '24%', '16%'].map(width => (
      <div key={width} className={classes.row}>
        <div className={classes.link}>
          <Skeleton height={12} width="80%" />
          <Skeleton height={8} width={width} />
          <Skeleton height={12} width={24} />
        </div>
      </div>
    ))}
  </div>
)
