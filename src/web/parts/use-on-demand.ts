import { type ComponentType, useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import { showError } from './show-error.ts'

/**
 * A part of a screen whose code arrives when it is first asked for.
 * @param load the same function each time
 */
export function useOnDemand<Props>(load: () => Promise<ComponentType<Props>>) {
  const [Part, setPart] = useState<ComponentType<Props>>()
  /**
   * @param open shows it, at once as a press does, so that it knows what had the focus
   * @returns whether it is there; where it is not, a toast has said why
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
