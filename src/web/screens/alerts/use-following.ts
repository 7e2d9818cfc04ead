import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { dayOf } from '#web/data/local-time.ts'
import type { AlertsSearch } from './use-alerts-search.ts'

/** In ms; without input for this long, the reader is only watching the list. */
const REST_MS = 3_000
/** Scroll position below which the newest alerts are out of sight. */
const TOP_PX = 120

export type Following = ReturnType<typeof useFollowing>

/**
 * Whether the history shows alerts as they arrive: on its first page, newest first, unless the filter's last
 * day is over, or the reader has pinned it, is working in it (`hold` or recent input), or has scrolled down.
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
    /** True while arriving alerts are shown. */
    isOn: isPossible && isAtTop && !(isPinned || isHeld || isTouched),
    toggle: () => {
      setPinned(!isPinned)
      forget()
    },
    hold,
    /** Event handlers for the element around the list. */
    touches,
  }
}

/** Value to render: deferred while following, so that other work goes first; otherwise immediate. */
export function useFollowed<T>(value: T, follows: boolean): T {
  const drawn = useDeferredValue(value)
  return follows ? drawn : value
}

/** Reports recent pointer, wheel, key or focus events within an element. */
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
    // Read at once, `scrollY` would force a layout of the whole page first.
    const first = requestAnimationFrame(look)
    window.addEventListener('scroll', look, { passive: true })
    return () => {
      cancelAnimationFrame(first)
      window.removeEventListener('scroll', look)
    }
  }, [])
  return isAtTop
}

/** True if the filter's last day is over, so that arriving alerts cannot match. */
const isPast = (day: string | undefined): boolean => day !== undefined && day < dayOf(Date.now())
