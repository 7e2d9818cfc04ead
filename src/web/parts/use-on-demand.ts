import { type ComponentType, useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import { showError } from './show-error.ts'

/**
 * A part of a screen, loaded on first use.
 * @param load the same function each time
 */
export function useOnDemand<Props>(load: () => Promise<ComponentType<Props>>) {
  const [Part, setPart] = useState<ComponentType<Props>>()
  /**
   * @param open shows it, synchronously as a press would, so that it knows the previous focus
   * @returns true if it is loaded; else a toast has shown the error
   */
  const ask = useCallback(
    async (open = () => {}): Promise<boolean> => {
      try {
        const loaded = await load()
        flushSync(() => setPart(() => loaded))
        flushSync(open)
        return true
      } catch (error) {
        showError(error)
        return false
      }
    },
    [load],
  )
  return { Part, ask }
}
