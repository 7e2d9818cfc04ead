import { type RefObject, useEffect, useRef } from 'react'

/** Focuses content that appeared by itself, unless a text field (but not a password field) has the focus. */
export function useArrivalFocus<Target extends HTMLElement>(): RefObject<Target | null> {
  const target = useRef<Target>(null)
  useEffect(() => {
    const isTyping = document.activeElement?.matches('input[type="text"], textarea') ?? false
    if (!isTyping) target.current?.focus()
  }, [])
  return target
}
