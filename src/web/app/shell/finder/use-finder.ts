import { type ComponentType, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { showError } from '#web/parts/show-error.ts'
import { holdTyping } from './hold-typing.ts'

/** The finder, whose code arrives when it is first opened. What is typed until its field is there stands in it then. */
export function useFinder() {
  const [Finder, setFinder] = useState<ComponentType>()
  const isOnItsWay = useRef(false)
  const open = async () => {
    if (isOnItsWay.current) return
    isOnItsWay.current = true
    const typing = holdTyping()
    try {
      const { Finder, openFinder } = await import('./finder.tsx')
      // Only one that opens after it was mounted remembers what had the focus.
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
