/** Puts a text on the clipboard; throws where the browser refuses. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) await navigator.clipboard.writeText(text)
  else copyBySelecting(text)
}

/** Pages without TLS have no clipboard; there the old way still works. */
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
