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
   * @param open shows the part, rendered synchronously, so that the part can read which element had the focus
   * @returns true if the part is loaded; else a toast has shown the error
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
