import type { FailureGroup } from '#shared/model/failure.ts'
import { client } from '#web/data/client.ts'
import { type BulkAct, openBulk } from '#web/parts/bulk/open-bulk.tsx'
import { partlyResentWords, resendingText, resentToast } from './failure-words.ts'

/** Asks, and resends more alerts than one request takes. @param asOf instant at which the group was read */
export function openResend(
  group: FailureGroup,
  { connectionId, asOf }: { connectionId: string | undefined; asOf: string },
): void {
  const counted = { total: group.count, more: group.more }
  const act: BulkAct = {
    title: 'Reenviar las alertas sin entregar',
    action: 'Reenviar',
    doing: 'Reenviando',
    isDeletion: false,
    look: async () => ({ count: counted }),
    text: () => resendingText(group),
    // The same instant for every request, so that no alert is sent twice.
    step: async () => {
      const { resent, left } = await client.failures.resend({
        cause: group.id,
        before: asOf,
        ...(connectionId !== undefined && { connectionId }),
      })
      return { done: resent, left }
    },
    doneToast: resentToast,
    partlyText: resent => partlyResentWords(resent, group),
  }
  openBulk(act)
}
