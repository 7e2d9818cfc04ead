import { type FocusEvent, type PointerEvent, useEffect, useState } from 'react'

interface RestedOn {
  /** CSS selector of the elements. */
  selector: string
  /** Rest in milliseconds that counts as a look, not as passing by. */
  after: number
  /** The keyboard's focus counts too. */
  byFocus?: boolean
}

/**
 * The element under the mouse that matches `selector`, and whether the mouse has rested there; no element after Escape
 * or a press. One hook serves a whole page or list: one for each element slows a long list down.
 */
export function useRestedOn({ selector, after, byFocus = false }: RestedOn) {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [rested, setRested] = useState(false)
  useEffect(() => {
    if (!element) return
    const timer = setTimeout(() => setRested(true), after)
    const leave = ({ key }: KeyboardEvent) => key === 'Escape' && setElement(null)
    window.addEventListener('keydown', leave)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', leave)
      setRested(false)
    }
  }, [element, after])
  const look = (target: EventTarget) =>
    setElement(target instanceof Element ? target.closest<HTMLElement>(selector) : null)
  const leave = () => setElement(null)
  return {
    element: element?.isConnected ? element : null,
    rested,
    listeners: {
      onPointerOver: ({ target, pointerType }: PointerEvent) =>
        pointerType === 'mouse' ? look(target) : leave(),
      onPointerLeave: leave,
      onPointerDown: leave,
      ...(byFocus && { onFocus: ({ target }: FocusEvent) => look(target), onBlur: leave }),
    },
  }
}
