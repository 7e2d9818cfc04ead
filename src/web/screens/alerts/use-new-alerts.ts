import { skipToken, useQuery } from '@tanstack/react-query'
import type { AlertFilter } from '#shared/model/alert.ts'
import { api } from '#web/data/client.ts'
import type { Counted } from '#web/parts/page-range.ts'

/** How many have come since an instant that a filter finds. */
export function useNewAlerts(filter: AlertFilter, since: string | undefined): Counted | undefined {
  const { from, to } = filter
  const isOver = since !== undefined && to !== undefined && to <= since
  const { data } = useQuery(
    api.alerts.list.queryOptions({
      input:
        since === undefined || isOver
          ? skipToken
          : { ...filter, from: from && from > since ? from : since },
    }),
  )
  return data
}
