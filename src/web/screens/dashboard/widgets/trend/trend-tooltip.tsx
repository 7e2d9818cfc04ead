import { deliveryWords } from '#shared/delivery.ts'
import { formatNumber } from '#shared/format.ts'
import type { TrendBucket, TrendPeriod } from '#shared/model/stats.ts'
import classes from './trend-tooltip.module.css'
import { bucketName } from './trend-words.ts'

interface TrendTooltipProps {
  bucket: TrendBucket
  period: TrendPeriod
}

export function TrendTooltip({ bucket, period }: TrendTooltipProps) {
  const { day, successful, failed, inactive, pending } = bucket
  return (
    <div className={classes.tooltip}>
      <div className={classes.title}>{bucketName(day, period)}</div>
      <dl className={classes.counts}>
        <Count word={deliveryWords.success} count={successful} color="var(--bar-ok)" />
        <Count word={deliveryWords.failed} count={failed} color="var(--bar-bad)" />
        {inactive > 0 && <Count word="Inactiva" count={inactive} />}
        {pending > 0 && <Count word={deliveryWords.pending} count={pending} />}
      </dl>
    </div>
  )
}

function Count({ word, count, color }: { word: string; count: number; color?: string }) {
  return (
    <div className={classes.count}>
      <dt className={classes.word}>
        <span className={classes.dot} style={{ backgroundColor: color }} />
        {word}
      </dt>
      <dd className={classes.figure}>{formatNumber(count)}</dd>
    </div>
  )
}
