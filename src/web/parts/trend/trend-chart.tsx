import { IconChevronRight } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import { formatNumber } from '#shared/format.ts'
import type { TrendBucket } from '#shared/model/stats.ts'
import type { TrendPeriod } from '#shared/stats.ts'
import classes from './trend-chart.module.css'
import { barLength, besideColumn, scaleTicks, share } from './trend-geometry.ts'
import colours from './trend-series.module.css'
import { useActiveColumn } from './use-active-column.ts'
import {
  bucketDays,
  bucketName,
  dayName,
  labelledDays,
  seriesWords,
  type TrendCounts,
  toldSeries,
  totalOf,
  trendSeries,
} from './words.ts'

interface TrendChartProps {
  buckets: readonly TrendBucket[]
  period: TrendPeriod
  /** Connection of the alerts; undefined: all. */
  connectionId: string | undefined
  phone: boolean
}

/** Stretches by CSS, without being measured, since alerts may change it four times a second. */
export const TrendChart = memo(function TrendChart({
  buckets,
  period,
  connectionId,
  phone,
}: TrendChartProps) {
  const count = buckets.length
  const highest = Math.max(...buckets.map(totalOf))
  const ticks = scaleTicks(highest, phone ? 2 : 4)
  const top = ticks.at(-1) ?? 0
  const days = buckets.map(({ day }) => day)
  const labelled = labelledDays(days, period, phone)
  const ongoing = count - 1
  const searchOf = (index: number) => ({
    ...bucketDays(days[index] ?? '', period, index === ongoing),
    connectionId,
  })
  const navigate = useNavigate()
  const { active, chartProps, plotProps } = useActiveColumn(
    count,
    index => void navigate({ to: '/alerts', search: searchOf(index) }),
  )
  const shown = active !== undefined && buckets[active]

  return (
    <div className={classes.chart} {...chartProps}>
      <div className={classes.scale} aria-hidden="true">
        {ticks.map(tick => (
          <span key={tick}>{formatNumber(tick)}</span>
        ))}
      </div>
      <div
        className={classes.plot}
        role="application"
        aria-label="Alertas con éxito y con fallo, inactivas y pendientes; las flechas recorren las barras, Intro lleva al historial"
        {...plotProps}
      >
        <svg className={classes.drawing} aria-hidden="true">
          {ticks.map(tick => (
            <line key={tick} x2="100%" y1={share(tick, top)} y2={share(tick, top)} />
          ))}
          {buckets.map(({ day, ...counts }, index) => (
            <TrendColumn
              key={day}
              {...counts}
              index={index}
              count={count}
              top={top}
              active={index === active}
              ongoing={index === ongoing}
            />
          ))}
        </svg>
        {active !== undefined && (
          <Link
            to="/alerts"
            search={searchOf(active)}
            className={classes.link}
            style={{ left: share(active, count), width: share(1, count) }}
            tabIndex={-1}
            aria-hidden
          />
        )}
      </div>
      <div className={classes.days} aria-hidden="true">
        {days.map((day, index) => (
          <span key={day} className={classes.day}>
            {labelled.includes(day) && (
              <span>{index === ongoing && period !== '12w' ? 'Hoy' : dayName(day)}</span>
            )}
          </span>
        ))}
      </div>
      <div className={classes.told} role="status">
        {shown && (
          <Beside index={active} count={count} narrow={phone}>
            <TrendTooltip bucket={shown}>
              <Link to="/alerts" search={searchOf(active)} className={classes.title}>
                {bucketName(shown.day, period, active === ongoing)}
                <IconChevronRight />
              </Link>
            </TrendTooltip>
          </Beside>
        )}
      </div>
    </div>
  )
})

interface BesideProps {
  index: number
  count: number
  narrow: boolean
  children: ReactNode
}

function Beside({ index, count, narrow, children }: BesideProps) {
  const { side, free } = besideColumn(index, count, narrow)
  return (
    <div className={classes.beside} data-side={side}>
      <span style={{ flexBasis: share(free, count) }} />
      {children}
    </div>
  )
}

interface TrendTooltipProps {
  bucket: TrendBucket
  /** Name of the bucket, which links to its alerts. */
  children: ReactNode
}

function TrendTooltip({ bucket, children }: TrendTooltipProps) {
  return (
    <div className={classes.tooltip}>
      {children}
      <dl className={classes.counts}>
        {toldSeries(bucket).map(series => (
          <div key={series} className={classes.count}>
            <dt className={`${classes.word} ${colours.series}`} data-series={series}>
              {seriesWords[series]}
            </dt>
            <dd className={classes.figure}>{formatNumber(bucket[series])}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

interface TrendColumnProps extends TrendCounts {
  index: number
  count: number
  /** The end of the scale. */
  top: number
  active: boolean
  /** True if the day or week is not over yet. */
  ongoing: boolean
}

/** One day or week, stacked from success upwards. */
const TrendColumn = memo(function TrendColumn(props: TrendColumnProps) {
  const { index, count, top, active, ongoing } = props
  const lengths = trendSeries.map(series => barLength(props[series], top))
  return (
    <svg
      className={classes.column}
      data-active={active}
      data-ongoing={ongoing}
      x={share(index, count)}
      width={share(1, count)}
      aria-hidden="true"
    >
      <rect className={classes.band} width="100%" height="100%" />
      {trendSeries.map((series, nth) => (
        <rect
          key={series}
          className={`${classes.bar} ${colours.series}`}
          data-series={series}
          style={{
            y: `calc(${['0px', ...lengths.slice(0, nth)].join(' + ')})`,
            height: lengths[nth],
          }}
        />
      ))}
    </svg>
  )
})
