import { formatNumber } from '#shared/format.ts'
import type { TrendBucket, TrendPeriod } from '#shared/model/stats.ts'
import colours from './trend-series.module.css'
import classes from './trend-tooltip.module.css'
import { bucketName, seriesWords, toldSeries } from './trend-words.ts'

interface TrendTooltipProps {
  bucket: TrendBucket
  period: TrendPeriod
}

export function TrendTooltip({ bucket, period }: TrendTooltipProps) {
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
