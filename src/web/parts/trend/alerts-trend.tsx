import { SegmentedControl } from '@mantine/core'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { IconChartBar } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber } from '#shared/format.ts'
import type { StatsScope } from '#shared/model/stats.ts'
import { type TrendPeriod, trendPeriods } from '#shared/stats.ts'
import { api } from '#web/data/client.ts'
import { LoadError } from '#web/parts/load-error.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SectionCard } from '#web/ui/section-card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import classes from './alerts-trend.module.css'
import { TrendChart } from './trend-chart.tsx'
import colours from './trend-series.module.css'
import { TrendTable } from './trend-table.tsx'
import {
  periodNames,
  seriesWords,
  type TrendCounts,
  toldSeries,
  totalOf,
  trendTotals,
} from './words.ts'

/** Window widths at which the head of the card has no room for the choice of period. */
const NARROW = '(max-width: 61.99em)'

/** Outcomes of the alerts, by day or week. */
export function AlertsTrend({ scope }: { scope: StatsScope }) {
  const phone = usePhone()
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
  const [period, setPeriod] = useLocalStorage<TrendPeriod>({
    key: 'trend-period',
    defaultValue: '30d',
    getInitialValueInEffect: false,
    serialize: value => value,
    deserialize: value => trendPeriods.find(known => known === value) ?? '30d',
  })
  const { data, error, refetch, isPlaceholderData } = useQuery(
    api.stats.trend.queryOptions({
      input: { ...scope, period },
      placeholderData: keepPreviousData,
    }),
  )
  const [shown, setShown] = useState(period)
  if (!isPlaceholderData && shown !== period) setShown(period)
  const totals = data && trendTotals(data)

  const choice = (
    <SegmentedControl
      aria-label="Periodo"
      value={period}
      onChange={setPeriod}
      data={trendPeriods.map(value => ({ value, label: periodNames[value] }))}
    />
  )

  const legend = totals && <Legend totals={totals} />

  const content = () => {
    if (!data || !totals) {
      if (!error) return <TrendSkeleton />
      return (
        <LoadError bare title="No se pudo cargar la tendencia" error={error} onRetry={refetch} />
      )
    }
    if (totalOf(totals) === 0) {
      return (
        <EmptyState bare icon={IconChartBar} title="Sin alertas en este periodo">
          Cada alerta que llegue se contará aquí.
        </EmptyState>
      )
    }
    return (
      <>
        <TrendChart buckets={data} period={shown} connectionId={scope.connectionId} phone={phone} />
        <TrendTable buckets={data} period={shown} />
      </>
    )
  }

  return (
    <SectionCard
      flush
      title="Tendencia de alertas"
      aside={
        !narrow && (
          <div className={classes.aside}>
            {legend}
            {choice}
          </div>
        )
      }
    >
      {narrow && (
        <div className={classes.choice}>
          {choice}
          {legend}
        </div>
      )}
      <div className={classes.plot}>
        <div className={classes.content}>{content()}</div>
      </div>
    </SectionCard>
  )
}

function Legend({ totals }: { totals: TrendCounts }) {
  return (
    <div className={classes.legend}>
      {toldSeries(totals).map(series => (
        <span key={series} className={`${classes.series} ${colours.series}`} data-series={series}>
          {seriesWords[series]} <strong>{formatNumber(totals[series])}</strong>
        </span>
      ))}
    </div>
  )
}

/** Heights of the placeholder's bars, like workdays and weekends, in per cent; all different, since they are keys. */
const heights = [68, 72, 78, 34, 30, 70, 74, 84, 86, 76, 36, 32, 62, 73, 88, 96, 85, 38, 31, 66]

/** Placeholder of the chart while it loads. */
const TrendSkeleton = () => (
  <div className={classes.bars} aria-hidden="true">
    {heights.map(height => (
      <Skeleton key={height} className={classes.waiting} width={14} height={`${height}%`} />
    ))}
  </div>
)
