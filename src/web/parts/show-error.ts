import { errorMessage } from '#web/data/error-message.ts'
import { showToast } from '#web/ui/show-toast.tsx'

/** Says in a toast why something did not work. */
export const showError = (error: unknown): void => {
  showToast({ type: 'error', message: errorMessage(error) })
}
