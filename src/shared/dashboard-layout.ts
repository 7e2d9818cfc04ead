import type { Widget } from './model/dashboard.ts'

export const widgetIds = [
  'GLOBAL_STATS_SUMMARY',
  'ALERTS_TREND_CHART',
  'ALERT_ACTIVITY_FEED',
  'CONNECTION_HIGHLIGHTS',
  'QUICK_ACTIONS',
  'ALERTS_BY_CONNECTION',
] as const
export type WidgetId = (typeof widgetIds)[number]

const names: Record<WidgetId, string> = {
  GLOBAL_STATS_SUMMARY: 'Resumen global',
  ALERTS_TREND_CHART: 'Tendencia de alertas',
  ALERT_ACTIVITY_FEED: 'Actividad reciente',
  CONNECTION_HIGHLIGHTS: 'Conexiones',
  QUICK_ACTIONS: 'Acciones rápidas',
  ALERTS_BY_CONNECTION: 'Alertas por conexión',
}

/** All widgets visible, in the order of `widgetIds`. */
export const defaultWidgets: readonly Widget[] = widgetIds.map((id, order) => ({
  id,
  name: names[id],
  isVisible: true,
  order,
}))

/** Each widget once, in order, followed by the default widgets missing from the layout. */
export function completeLayout(widgets: readonly Widget[]): Widget[] {
  const named = new Map(inOrder(widgets).map(widget => [widget.id, widget]))
  const missing = defaultWidgets.filter(({ id }) => !named.has(id))
  return [...named.values(), ...missing].map((widget, order) => ({ ...widget, order }))
}

export const inOrder = (widgets: readonly Widget[]): Widget[] =>
  widgets.toSorted((a, b) => a.order - b.order)

export const toggleWidget = (widgets: readonly Widget[], id: string): Widget[] =>
  widgets.map(widget => (widget.id === id ? { ...widget, isVisible: !widget.isVisible } : widget))

/** Swaps a widget with the neighbour above or below; at the end of the list, the order stays. */
export function moveWidget(widgets: readonly Widget[], id: string, by: -1 | 1): Widget[] {
  const moved = inOrder(widgets)
  const from = moved.findIndex(widget => widget.id === id)
  const widget = moved[from]
  const neighbour = moved[from + by]
  if (!widget || !neighbour) return moved
  moved[from + by] = widget
  moved[from] = neighbour
  return moved.map((each, order) => ({ ...each, order }))
}

const ROW_COLUMNS = 12
const NARROW_ROW_COLUMNS = 2

const columns: ReadonlyMap<string, number> = new Map<WidgetId, number>([
  ['GLOBAL_STATS_SUMMARY', 12],
  ['ALERTS_TREND_CHART', 8],
  ['ALERT_ACTIVITY_FEED', 4],
  ['CONNECTION_HIGHLIGHTS', 5],
  ['QUICK_ACTIONS', 3],
  ['ALERTS_BY_CONNECTION', 4],
])

/**
 * Columns of each widget when they fill rows one after the other: rows of twelve, and on narrow screens of two.
 * The last widget of a row is stretched to its end.
 */
export function widgetColumns(ids: readonly string[]): { wide: number; narrow: number }[] {
  const wide = ids.map(id => columns.get(id) ?? 4)
  const narrow = fillRows(
    wide.map(width => (width > ROW_COLUMNS / 2 ? NARROW_ROW_COLUMNS : 1)),
    NARROW_ROW_COLUMNS,
  )
  return fillRows(wide, ROW_COLUMNS).map((width, index) => ({
    wide: width,
    narrow: narrow[index] ?? NARROW_ROW_COLUMNS,
  }))
}

function fillRows(widths: readonly number[], length: number): number[] {
  let used = 0
  return widths.map((width, index) => {
    used += width
    const next = widths[index + 1]
    if (next !== undefined && used + next <= length) return width
    const left = length - used
    used = 0
    return width + left
  })
}
