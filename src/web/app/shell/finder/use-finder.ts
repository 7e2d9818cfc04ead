import { type ComponentType, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { showError } from '#web/parts/show-error.ts'
import { holdTyping } from './hold-typing.ts'

/** The finder, loaded when first opened. Typing until its field exists is captured and inserted there. */
export function useFinder() {
  const [Finder, setFinder] = useState<ComponentType>()
  const isOnItsWay = useRef(false)
  const open = async () => {
    if (isOnItsWay.current) return
    isOnItsWay.current = true
    const typing = holdTyping()
    try {
      const { Finder, openFinder } = await import('./finder.tsx')
      // Mount it closed: only then does it remember the previous focus on opening.
      flushSync(() => setFinder(() => Finder))
      if (typing.isWanted()) openFinder(typing)
    } catch (error) {
      typing.release()
      showError(error)
    } finally {
      isOnItsWay.current = false
    }
  }
  return { Finder, open }
}
