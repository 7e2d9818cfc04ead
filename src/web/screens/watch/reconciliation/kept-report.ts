import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import type { Report } from './report.ts'

/** Kept as long as the page and its sign-in, so that one may look at an alert and come back. */
export const keptReport = queryOptions<Report | null>({
  queryKey: ['reconciliation'],
  queryFn: skipToken,
  gcTime: Number.POSITIVE_INFINITY,
})

/** Notes that an alert of the report has been sent again since. */
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
