import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import type { Report } from './report.ts'

/** The last comparison's report, kept until the page or the session ends: users look at an alert and come back. */
export const keptReport = queryOptions<Report | null>({
  queryKey: ['reconciliation'],
  queryFn: skipToken,
  gcTime: Number.POSITIVE_INFINITY,
})

/** Marks an alert of the report as resent. */
export function noteResent(queryClient: QueryClient, alertId: string): void {
  queryClient.setQueryData(
    keptReport.queryKey,
    report =>
      report && {
        ...report,
        rows: report.rows.map(row => (row.alertId === alertId ? { ...row, isResent: true } : row)),
      },
  )
}
