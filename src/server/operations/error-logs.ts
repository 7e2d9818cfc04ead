import { ageLimit } from '#server/store/history/history.ts'
import { deleteErrorLogs, listErrorLogs } from '#server/store/rows/error-logs.ts'
import { instant } from './answers.ts'
import { signedIn } from './callers.ts'

export const errorLogOperations = {
  list: signedIn.errorLogs.list.handler(async ({ context: { reading }, input }) => {
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
