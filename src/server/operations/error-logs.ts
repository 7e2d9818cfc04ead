import { clock } from '#server/base/clock.ts'
import { ageLimit } from '#server/store/history/history.ts'
import { deleteErrorLogs, findErrorLogs, readErrorLogs } from '#server/store/rows/error-logs.ts'
import { signedIn } from './callers.ts'
import { instant } from './instants.ts'
import { groupReports, isOfFailure } from './report-groups.ts'

export const errorLogOperations = {
  list: signedIn.errorLogs.list.handler(async ({ context: { reading }, input }) => {
    const { page, pageSize, sort, ...filter } = input
    const asOf = instant(clock.now())
    const found = (await findErrorLogs(reading, filter)).map(row => ({
      ...row,
      failed: row.is_critical === 1 && isOfFailure(row.repeat_key),
    }))
    const groups = await groupReports(reading, found)
    if (sort === 'timestamp-asc') groups.reverse()
    const shown = groups.slice((page - 1) * pageSize, page * pageSize)
    const rows = await readErrorLogs(
      reading,
      shown.map(({ newest }) => newest.id),
    )
    const byId = new Map(rows.map(row => [row.id, row]))
    const items = shown.flatMap(({ newest, count, since, failure }) => {
      const row = byId.get(newest.id)
      if (!row) return []
      const { is_critical, details, timestamp, ...rest } = row
      return {
        ...rest,
        timestamp: instant(timestamp),
        isCritical: is_critical === 1,
        details: details === null ? null : JSON.parse(details),
        count,
        since: instant(since),
        cause: failure?.cause ?? null,
      }
    })
    return { items, total: groups.length, page, pageSize, asOf }
  }),

  purge: signedIn.errorLogs.purge.handler(async ({ context: { owner }, input }) => {
    const before = await ageLimit(owner.db, input.olderThanDays)
    const deleted = await deleteErrorLogs(owner, before)
    return { deleted }
  }),

  clear: signedIn.errorLogs.clear.handler(async ({ context: { owner } }) => {
    const deleted = await deleteErrorLogs(owner, Number.MAX_SAFE_INTEGER)
    return { deleted }
  }),
}
