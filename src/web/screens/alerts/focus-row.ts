import { type FocusEvent, useLayoutEffect, useRef } from 'react'

/** Marks a row of the history, and what selects the whole page, as what may take the focus. */
export const focusMarks = {
  row: { 'data-takes-focus': 'row' },
  wholePage: { 'data-takes-focus': 'page' },
} as const

const marked = (mark: 'row' | 'page') =>
  document.querySelectorAll<HTMLElement>(`[data-takes-focus="${mark}"]`)

/** Gives the focus to the row at a place or to the last one; else to what is above the rows. */
export function focusRow(place: number): void {
  const rows = marked('row')
  const row = rows[Math.min(place, rows.length - 1)]
  const target = row ?? marked('page')[0] ?? document.querySelector('main')
  target?.focus()
}

/** The place of the row that an element belongs to; -1: to none. */
export const placeOf = (element: Element): number =>
  [...marked('row')].findIndex(row => row.closest('tr, li')?.contains(element))

/** Where what has the focus goes away, what takes its place gets it; for the element around the list. */
export function useKeptFocus() {
  const place = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (place.current === undefined || document.activeElement !== document.body) return
    focusRow(place.current)
    // Outside the list nothing tells when it loses the focus again.
    if (document.activeElement?.matches('main')) place.current = undefined
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
