import type { Widget, WidgetId } from './model/dashboard.ts'
import { widgetIds } from './model/dashboard.ts'

const names: Record<WidgetId, string> = {
  GLOBAL_STATS_SUMMARY: 'Resumen global',
  ALERTS_TREND_CHART: 'Tendencia de alertas',
  ALERT_ACTIVITY_FEED: 'Actividad reciente',
  CONNECTION_HIGHLIGHTS: 'Conexiones',
  QUICK_ACTIONS: 'Acciones rápidas',
  ALERTS_BY_CONNECTION: 'Alertas por conexión',
}

/** Everything shown, in the specification's order. */
export const defaultWidgets: readonly Widget[] = widgetIds.map((id, order) => ({
  id,
  name: names[id],
  isVisible: true,
  order,
}))
