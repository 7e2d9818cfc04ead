import type { Live } from '#server/live/live.ts'
import { lookBack } from '#server/store/history/history.ts'
import { deleteErrorLogs, listErrorLogs } from '#server/store/rows/error-logs.ts'
import { instant } from './instants.ts'
import { mine } from './signed-in.ts'

export const errorLogOperations = ({ live }: { live: Live }) => ({
  list: mine.errorLogs.list.handler(async ({ context: { reading }, input }) => {
    const asOf = instant(Date.now())
    const { rows, total } = await listErrorLogs(reading, input)
    const items = rows.map(({ is_critical, details, ...row }) => ({
      ...row,
      timestamp: instant(row.timestamp),
      isCritical: is_critical === 1,
      details: details === null ? null : JSON.parse(details),
    }))
    return { items, total, page: input.page, pageSize: input.pageSize, asOf }
  }),

  purge: mine.errorLogs.purge.handler(async ({ context: { owner }, input }) => {
    const before = await lookBack(owner.db, input.olderThanDays)
    const deleted = await deleteErrorLogs(owner, before)
    live.changed(owner.userId, 'errorLogs')
    return { deleted }
  }),

  clear: mine.errorLogs.clear.handler(async ({ context: { owner } }) => {
    const deleted = await deleteErrorLogs(owner, Number.MAX_SAFE_INTEGER)
    live.changed(owner.userId, 'errorLogs')
    return { deleted }
  }),
})
