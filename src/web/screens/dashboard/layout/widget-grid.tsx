import { Box } from '@mantine/core'
import { CatchBoundary } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { inOrder, type WidgetId, widgetColumns } from '#shared/dashboard-layout.ts'
import type { Widget } from '#shared/model/dashboard.ts'
import type { StatsScope } from '#shared/model/stats.ts'
import { AlertsTrend } from '#web/parts/trend/alerts-trend.tsx'
import { ActivityFeed } from '../widgets/activity-feed.tsx'
import { ByConnection } from '../widgets/by-connection.tsx'
import { ConnectionHighlights } from '../widgets/connection-highlights.tsx'
import { QuickActions } from '../widgets/quick-actions.tsx'
import { GlobalSummary } from '../widgets/summary/global-summary.tsx'
import { WidgetMissing } from '../widgets/widget-message.tsx'
import { dashboardTexts } from '../words.ts'
import classes from './widget-grid.module.css'

const components: Record<WidgetId, ComponentType<{ scope: StatsScope }>> = {
  GLOBAL_STATS_SUMMARY: GlobalSummary,
  ALERTS_TREND_CHART: AlertsTrend,
  ALERT_ACTIVITY_FEED: ActivityFeed,
  CONNECTION_HIGHLIGHTS: ConnectionHighlights,
  QUICK_ACTIONS: QuickActions,
  ALERTS_BY_CONNECTION: ByConnection,
}
const componentOf = new Map(Object.entries(components))

interface WidgetGridProps {
  widgets: readonly Widget[]
  scope: StatsScope
}

/** Widgets in rows that all fill the whole width. */
export function WidgetGrid({ widgets, scope }: WidgetGridProps) {
  const ordered = inOrder(widgets)
  const columns = widgetColumns(ordered.map(({ id }) => id))
  return (
    <div className={classes.grid}>
      {ordered.map((widget, index) => (
        <Box
          key={widget.id}
          className={classes.place}
          __vars={{
            '--wide': String(columns[index]?.wide),
            '--narrow': String(columns[index]?.narrow),
          }}
        >
          <CatchBoundary getResetKey={() => widget.id} errorComponent={WidgetFailed}>
            <WidgetContent widget={widget} scope={scope} />
          </CatchBoundary>
        </Box>
      ))}
    </div>
  )
}

function WidgetContent({ widget, scope }: { widget: Widget; scope: StatsScope }) {
  const Component = componentOf.get(widget.id)
  if (!Component) return <WidgetMissing message={dashboardTexts.widgetMissing(widget.name)} />
  return <Component scope={scope} />
}

const WidgetFailed = () => (
  <WidgetMissing
    message={dashboardTexts.widgetFailed}
    // The server may have been updated since the page was loaded; only a reload fetches the widget's current code.
    onRetry={() => location.reload()}
  />
)
