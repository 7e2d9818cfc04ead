import { useEffect, useSyncExternalStore } from 'react'

/** One entry for each form on the page with unsaved input. */
const edits = new Set<object>()
const listeners = new Set<() => void>()

/** True if leaving the page would lose input. */
export const hasUnsaved = (): boolean => edits.size > 0

export function onUnsavedChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useHasUnsaved = (): boolean => useSyncExternalStore(onUnsavedChange, hasUnsaved)

/** While true, the page asks before unloading, and stays when the session ends. */
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

/** Called when the user discards the input. */
export function forgetUnsaved(): void {
  edits.clear()
  window.removeEventListener('beforeunload', ask)
  tell()
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

function tell(): void {
  for (const listener of listeners) listener()
}
