import { errorMessage } from '#web/data/error-message.ts'
import { showToast } from '#web/ui/show-toast.tsx'

/** Shows an error as a toast. */
export const showError = (error: unknown): void => {
  showToast({ type: 'error', message: errorMessage(error) })
}
