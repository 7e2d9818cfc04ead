import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { dayOf } from '#web/data/local-time.ts'
import type { AlertsSearch } from './use-alerts-search.ts'

/** Whoever does nothing for so long in the list only looks at it. */
const REST_MS = 3_000
/** Farther down the newest alerts are out of sight. */
const TOP_PX = 120

export type Following = ReturnType<typeof useFollowing>

/**
 * Whether the history shows by itself what arrives: its first page, newest first, unless the reader has
 * pinned it, is at work in it (`hold`), or has scrolled down.
 */
export function useFollowing({ sort, page, to }: AlertsSearch) {
  const [isPinned, setPinned] = useState(false)
  const [isHeld, hold] = useState(false)
  const { isTouched, touches, forget } = useTouches()
  const isAtTop = useAtTop()
  const isPossible = page === 1 && sort === 'timestamp-desc' && !isPast(to)
  return {
    isPossible,
    isPinned,
    /** It shows what has come at this very moment. */
    isOn: isPossible && isAtTop && !(isPinned || isHeld || isTouched),
    toggle: () => {
      setPinned(!isPinned)
      forget()
    },
    hold,
    /** For the element around the list. */
    touches,
  }
}

/** What follows is drawn a little at a time, so that nothing else waits for it; what stands still, at once. */
export function useFollowed<T>(value: T, follows: boolean): T {
  const drawn = useDeferredValue(value)
  return follows ? drawn : value
}

/** Whether pointer or keys have been at work within an element a moment ago. */
function useTouches() {
  const [isTouched, setTouched] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const touch = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(forget, REST_MS)
    setTouched(true)
  }
  const forget = () => {
    clearTimeout(timer.current)
    setTouched(false)
  }
  const touches = {
    onPointerMove: touch,
    onPointerDown: touch,
    onWheel: touch,
    onKeyDownCapture: touch,
    onFocusCapture: touch,
  }
  return { isTouched, touches, forget }
}

function useAtTop(): boolean {
  const [isAtTop, setAtTop] = useState(true)
  useEffect(() => {
    const look = () => setAtTop(window.scrollY <= TOP_PX)
    // Asked at once, the whole page would have to be laid out for it before anything else.
    const first = requestAnimationFrame(look)
    window.addEventListener('scroll', look, { passive: true })
    return () => {
      cancelAnimationFrame(first)
      window.removeEventListener('scroll', look)
    }
  }, [])
  return isAtTop
}

/** Nothing more arrives up to the end of that day. */
const isPast = (day: string | undefined): boolean => day !== undefined && day < dayOf(Date.now())
