import { VisuallyHidden } from '@mantine/core'
import { memo } from 'react'
import { formatNumber } from '#shared/format.ts'
import type { TrendBucket } from '#shared/model/stats.ts'
import type { TrendPeriod } from '#shared/stats.ts'
import { bucketName, periodNames, seriesWords, trendSeries } from './words.ts'

interface TrendTableProps {
  buckets: readonly TrendBucket[]
  period: TrendPeriod
}

/** The chart's figures for screen readers. */
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
          {buckets.map((bucket, index) => (
            <Row
              key={bucket.day}
              bucket={bucket}
              name={bucketName(bucket.day, period, index === buckets.length - 1)}
            />
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  )
}

/** Memoized: live events change one row at a time. */
const Row = memo(function Row({ bucket, name }: { bucket: TrendBucket; name: string }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {trendSeries.map(series => (
        <td key={series}>{formatNumber(bucket[series])}</td>
      ))}
    </tr>
  )
})
