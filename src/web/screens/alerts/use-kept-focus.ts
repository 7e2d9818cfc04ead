import { type FocusEvent, useLayoutEffect, useRef } from 'react'
import { focusRow, placeOf } from './focus-row.ts'

/** Where what has the focus goes away, what takes its place gets it; for the element around the list. */
export function useKeptFocus() {
  const place = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (place.current === undefined || document.activeElement !== document.body) return
    focusRow(place.current)
  })
  return {
    onFocus: ({ target }: FocusEvent) => {
      place.current = placeOf(target)
    },
    onBlur: () => {
      place.current = undefined
    },
  }
}
