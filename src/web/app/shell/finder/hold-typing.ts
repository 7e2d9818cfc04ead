import { MAX_SEARCH_LENGTH } from '#shared/limits.ts'

/** What is typed for a field that is on its way. */
export interface HeldTyping {
  /** False after Escape. */
  isWanted: () => boolean
  /** Keys reach the page again. @returns what was typed, the first time */
  release: () => string
}

/** Keys reach nothing on the page until they are released, or Escape says that the field is not wanted. */
export function holdTyping(): HeldTyping {
  let text = ''
  let isWanted = true
  const hold = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event
    // Theirs are the browser's, or open what is on its way.
    if (ctrlKey || metaKey || altKey) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (key === 'Backspace') text = text.slice(0, -1)
    else if ([...key].length === 1) text = (text + key).slice(0, MAX_SEARCH_LENGTH)
    else if (key === 'Escape') {
      isWanted = false
      release()
    }
  }
  function release() {
    window.removeEventListener('keydown', hold, { capture: true })
    const typed = text
    text = ''
    return typed
  }
  window.addEventListener('keydown', hold, { capture: true })
  return { isWanted: () => isWanted, release }
}
