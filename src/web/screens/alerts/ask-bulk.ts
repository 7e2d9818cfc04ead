import { flushSync } from 'react-dom'
import type { BulkAct } from '#web/parts/bulk/open-bulk.tsx'
import { showError } from '#web/parts/show-error.ts'

/** Asks whether something is to be done with many alerts; the code for it comes with the first question. */
export async function askBulk(
  actOf: (acts: typeof import('./bulk-actions.tsx')) => BulkAct,
  onDone?: () => void,
): Promise<void> {
  try {
    const [{ openBulk }, acts] = await Promise.all([
      import('#web/parts/bulk/open-bulk.tsx'),
      import('./bulk-actions.tsx'),
    ])
    // At once, as a press does, so that the dialog knows what had the focus.
    flushSync(() => openBulk(actOf(acts), onDone))
  } catch (error) {
    showError(error)
  }
}
