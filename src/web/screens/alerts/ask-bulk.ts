import { flushSync } from 'react-dom'
import type { BulkAct } from '#web/parts/bulk/open-bulk.tsx'
import { showError } from '#web/parts/show-error.ts'

/** Asks for confirmation of a bulk action, whose code is loaded with the first question. */
export async function askBulk(
  actOf: (acts: typeof import('./bulk-actions.tsx')) => BulkAct,
  onDone?: () => void,
): Promise<void> {
  try {
    const [{ openBulk }, acts] = await Promise.all([
      import('#web/parts/bulk/open-bulk.tsx'),
      import('./bulk-actions.tsx'),
    ])
    // Rendered synchronously, as in an event handler, so that the dialog knows which element had the focus.
    flushSync(() => openBulk(actOf(acts), onDone))
  } catch (error) {
    showError(error)
  }
}
