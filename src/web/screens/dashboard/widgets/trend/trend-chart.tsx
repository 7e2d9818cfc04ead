import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'
import { memo, useMemo } from 'react'
import { formatNumber } from '#shared/format.ts'
import type { TrendBucket, TrendPeriod } from '#shared/model/stats.ts'
import classes from './trend-chart.module.css'
import { TrendTooltip } from './trend-tooltip.tsx'
import { dayName, labelledDays } from './trend-words.ts'

interface TrendChartProps {
  buckets: TrendBucket[]
  period: TrendPeriod
  phone: boolean
}

/**
 * Success below, failure on top. Alerts may move it four times a second: whatever makes recharts
 * measure text or lay out its axes anew stays the same meanwhile.
 */
export const TrendChart = memo(function TrendChart({ buckets, period, phone }: TrendChartProps) {
  const days = buckets.map(({ day }) => day).join()
  const ticks = useMemo(() => labelledDays(days.split(','), period, phone), [days, period, phone])
  const width = scaleWidth(buckets)
  return (
    <BarChart
      className={classes.chart}
      role="figure"
      aria-label="Alertas con éxito y con fallo; las flechas recorren las barras"
      type="stacked"
      data={buckets}
      dataKey="day"
      series={series}
      barProps={({ name }) => ({
        // A single failure is seen however high the bar is; recharts hands over the stack's height.
        minPointSize: (_top, index) =>
          buckets[index]?.[name === 'failed' ? 'failed' : 'successful'] ? 2 : 0,
      })}
      maxBarWidth={14}
      barChartProps={{ margin }}
      gridColor="var(--line)"
      textColor="var(--text-3)"
      cursorFill="var(--hover)"
      strokeDasharray="0"
      tickLine="none"
      xAxisProps={{ ...axis, ticks, interval: 0, tickFormatter: dayName, height: 24 }}
      yAxisProps={{
        ...axis,
        allowDecimals: false,
        tickCount: phone ? 3 : 5,
        tickFormatter: formatNumber,
        width,
      }}
      tooltipProps={{
        content: ({ active, payload }) => {
          const bucket: TrendBucket | undefined = active ? payload[0]?.payload : undefined
          return bucket && <TrendTooltip bucket={bucket} period={period} />
        },
      }}
    />
  )
})

const series = [
  { name: 'successful', color: 'var(--bar-ok)' },
  { name: 'failed', color: 'var(--bar-bad)' },
]

const margin = { top: 10, right: 0, bottom: 0, left: 0 }

const axis = { tick: { fontSize: 12, fill: 'currentColor' }, tickMargin: 8 }

/** Room for the highest number of the scale, which ends a little above the highest bar. */
function scaleWidth(buckets: readonly TrendBucket[]): number {
  const highest = Math.max(...buckets.map(({ successful, failed }) => successful + failed))
  return 8 + 8 * formatNumber(Math.ceil(highest * 1.25)).length
}
