import { showToast } from './show-toast.tsx'

/** Toasts of a copy button. */
export interface CopyTexts {
  copied: string
  failed: string
}

/**
 * Copies a text to the clipboard, and shows the result as a toast.
 * @returns true if it was copied
 */
export async function copyText(text: string, { copied, failed }: CopyTexts): Promise<boolean> {
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(text)
    else copyBySelecting(text)
  } catch (error) {
    reportError(error)
    showToast({ type: 'error', message: failed })
    return false
  }
  showToast({ type: 'success', message: copied })
  return true
}

/** Pages without TLS have no clipboard; `execCommand` still works there. */
function copyBySelecting(text: string): void {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  // Beside the button, since a dialog takes the focus back from anything outside of it.
  const place = focused?.parentElement ?? document.body
  place.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  if (!copied) throw new Error('The browser refused to copy')
}
