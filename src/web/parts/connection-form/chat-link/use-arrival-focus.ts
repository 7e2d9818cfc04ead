import { type RefObject, useEffect, useRef } from 'react'

/** Something came by itself: the focus goes to it, unless somebody is typing. */
export function useArrivalFocus<Target extends HTMLElement>(): RefObject<Target | null> {
  const target = useRef<Target>(null)
  useEffect(() => {
    const isTyping = document.activeElement?.matches('input[type="text"], textarea') ?? false
    if (!isTyping) target.current?.focus()
  }, [])
  return target
}
