import { useEffect, useSyncExternalStore } from 'react'

/** One for each form of the page that holds what is typed and not saved. */
const edits = new Set<object>()
const listeners = new Set<() => void>()

/** Whether something on this page would be lost with it. */
export const hasUnsaved = (): boolean => edits.size > 0

export function onUnsavedChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useHasUnsaved = (): boolean => useSyncExternalStore(onUnsavedChange, hasUnsaved)

/** As long as it is so, the page asks before it goes, and outlives the session. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const edit = {}
    edits.add(edit)
    window.addEventListener('beforeunload', ask)
    tell()
    return () => {
      edits.delete(edit)
      if (!hasUnsaved()) window.removeEventListener('beforeunload', ask)
      tell()
    }
  }, [isUnsaved])
}

/** Its owner leaves it behind. */
export function forgetUnsaved(): void {
  edits.clear()
  window.removeEventListener('beforeunload', ask)
  tell()
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

function tell(): void {
  for (const listener of listeners) listener()
}
