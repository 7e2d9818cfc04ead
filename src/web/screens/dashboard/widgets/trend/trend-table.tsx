import { VisuallyHidden } from '@mantine/core'
import { memo } from 'react'
import { formatNumber } from '#shared/format.ts'
import type { TrendBucket, TrendPeriod } from '#shared/model/stats.ts'
import { bucketName, periodNames, seriesWords, trendSeries } from '../../words.ts'

interface TrendTableProps {
  buckets: readonly TrendBucket[]
  period: TrendPeriod
}

/** The chart's figures for those who do not see it. */
export function TrendTable({ buckets, period }: TrendTableProps) {
  return (
    <VisuallyHidden component="div">
      <table>
        <caption>
          Alertas de {period === '12w' ? 'las últimas' : 'los últimos'} {periodNames[period]}
        </caption>
        <thead>
          <tr>
            <th scope="col">{period === '12w' ? 'Semana' : 'Día'}</th>
            {trendSeries.map(series => (
              <th key={series} scope="col">
                {seriesWords[series]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {buckets.map(bucket => (
            <Row key={bucket.day} bucket={bucket} period={period} />
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  )
}

/** Of the rows, live news moves one at a time. */
const Row = memo(function Row({ bucket, period }: { bucket: TrendBucket; period: TrendPeriod }) {
  return (
    <tr>
      <th scope="row">{bucketName(bucket.day, period)}</th>
      {trendSeries.map(series => (
        <td key={series}>{formatNumber(bucket[series])}</td>
      ))}
    </tr>
  )
})
