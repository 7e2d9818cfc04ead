import { memo, type ReactNode } from 'react'
import { formatNumber } from '#shared/format.ts'
import type { TrendBucket, TrendPeriod } from '#shared/model/stats.ts'
import {
  bucketName,
  dayName,
  labelledDays,
  seriesWords,
  type TrendCounts,
  toldSeries,
  totalOf,
  trendSeries,
} from '../../words.ts'
import classes from './trend-chart.module.css'
import { barLength, besideColumn, scaleTicks, share } from './trend-geometry.ts'
import colours from './trend-series.module.css'
import { useActiveColumn } from './use-active-column.ts'

interface TrendChartProps {
  buckets: readonly TrendBucket[]
  period: TrendPeriod
  phone: boolean
}

/** Stretches by itself, without being measured, since alerts may move it four times a second. */
export const TrendChart = memo(function TrendChart({ buckets, period, phone }: TrendChartProps) {
  const count = buckets.length
  const { active, plotProps } = useActiveColumn(count)
  const highest = Math.max(...buckets.map(totalOf))
  const ticks = scaleTicks(highest, phone ? 2 : 4)
  const top = ticks.at(-1) ?? 0
  const days = buckets.map(({ day }) => day)
  const labelled = labelledDays(days, period, phone)
  const shown = active !== undefined && buckets[active]

  return (
    <div className={classes.chart}>
      <div className={classes.scale} aria-hidden="true">
        {ticks.map(tick => (
          <span key={tick}>{formatNumber(tick)}</span>
        ))}
      </div>
      <div
        className={classes.plot}
        role="img"
        aria-label="Alertas con éxito y con fallo, inactivas y pendientes; las flechas recorren las barras"
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
            />
          ))}
        </svg>
      </div>
      <div className={classes.days} aria-hidden="true">
        {days.map(day => (
          <span key={day} className={classes.day}>
            {labelled.includes(day) && <span>{dayName(day)}</span>}
          </span>
        ))}
      </div>
      <div className={classes.told} role="status">
        {shown && (
          <Beside index={active} count={count} narrow={phone}>
            <TrendTooltip bucket={shown} period={period} />
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
  period: TrendPeriod
}

function TrendTooltip({ bucket, period }: TrendTooltipProps) {
  return (
    <div className={classes.tooltip}>
      <div className={classes.title}>{bucketName(bucket.day, period)}</div>
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
}

/** One day or week, piled up from success on. */
const TrendColumn = memo(function TrendColumn(props: TrendColumnProps) {
  const { index, count, top, active } = props
  const lengths = trendSeries.map(series => barLength(props[series], top))
  return (
    <svg
      className={classes.column}
      data-active={active}
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
