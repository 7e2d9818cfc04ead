import { MAX_SEARCH_LENGTH } from '#shared/limits.ts'

/** Typing captured for a field that is still loading. */
export interface HeldTyping {
  /** False after Escape. */
  isWanted: () => boolean
  /** Stops capturing. @returns the captured text, on the first call */
  release: () => string
}

/** Captures all keys on the page until released, or until Escape cancels the field. */
export function holdTyping(): HeldTyping {
  let text = ''
  let isWanted = true
  const hold = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event
    // Modified keys belong to the browser, or open the field that is loading.
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
