import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react'

/** Marks the focusable parts of a list of rows; each row is one stop of the Tab key. */
export const focusMarks = {
  /** A row's main control: its Tab stop. */
  row: { 'data-takes-focus': 'row' },
  /** A row's other controls, reached by the arrow keys. */
  within: { tabIndex: -1 },
  /** Control above the rows that selects all rows of the page; gets the focus when no row is left. */
  wholePage: { 'data-takes-focus': 'page' },
} as const

const marked = (mark: 'row' | 'page') => [
  ...document.querySelectorAll<HTMLElement>(`[data-takes-focus="${mark}"]`),
]

/** Focuses the row at a place, else the last row, else the control above the rows, else the page's content. */
export function focusRow(place: number): void {
  const rows = marked('row')
  const row = rows[Math.min(place, rows.length - 1)]
  const target = row ?? marked('page')[0] ?? document.querySelector('main')
  target?.focus()
}

/** Place of the row that contains an element; -1: outside the rows. */
export const placeOf = (element: Element): number =>
  marked('row').findIndex(main => rowOf(main)?.contains(element))

/**
 * Focuses the row after or before the focused one, else the first.
 * @returns true if there are rows
 */
export function stepRow(step: 1 | -1): boolean {
  if (marked('row').length === 0) return false
  const place = document.activeElement ? placeOf(document.activeElement) : -1
  focusRow(place < 0 ? 0 : Math.max(place + step, 0))
  return true
}

/** The row that has the focus. */
export const focusedRow = (): Element | null => {
  const main = marked('row')[document.activeElement ? placeOf(document.activeElement) : -1]
  return main ? rowOf(main) : null
}

/** The row of a list around an element. */
export const rowOf = (element: Element) => element.closest('tr, li, article')

/**
 * Props of the element around a list of rows. Up, down, Home and End move between rows, left and right within one; if
 * the focused element disappears, the row in its place gets the focus.
 */
export function useRowFocus() {
  const place = useRef<number>(undefined)
  /** Element that lost the focus by being disabled, and may disappear with its row. */
  const busy = useRef<Element>(undefined)
  useLayoutEffect(() => {
    if (place.current === undefined) return
    if (document.activeElement !== document.body) {
      if (busy.current) place.current = undefined
      return
    }
    if (busy.current?.isConnected) return
    focusRow(place.current)
    // `main` is outside the list, which therefore gets no event when `main` loses the focus.
    if (document.activeElement?.matches('main')) place.current = undefined
  })
  return {
    onFocus: ({ target }: FocusEvent) => {
      busy.current = undefined
      place.current = placeOf(target)
    },
    onBlur: ({ target }: FocusEvent) => {
      if (target.matches(':disabled')) busy.current = target
      else place.current = undefined
    },
    onKeyDown: followArrow,
  }
}

function followArrow(event: KeyboardEvent): void {
  const { target, currentTarget, key } = event
  const isAnothers = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
  if (isAnothers || event.defaultPrevented || !(target instanceof HTMLElement)) return
  // Popups of a row, such as its menu, are elsewhere in the document.
  const place = currentTarget.contains(target) ? placeOf(target) : -1
  if (place < 0) return
  const next = neighbour(key, target, place)
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** The control that a key leads to from a control of the row at a place. */
function neighbour(key: string, control: HTMLElement, place: number): HTMLElement | undefined {
  const rows = marked('row')
  const controls = controlsOf(rows[place])
  const nth = controls.indexOf(control)
  /** The control at the same position of another row, if both have as many; else that row's main control. */
  const alike = (main: HTMLElement | undefined) => {
    const there = controlsOf(main)
    return there.length === controls.length ? there[nth] : main
  }
  switch (key) {
    case 'ArrowDown':
      return alike(rows[place + 1])
    case 'ArrowUp':
      return alike(rows[place - 1])
    case 'Home':
      return alike(rows[0])
    case 'End':
      return alike(rows.at(-1))
    case 'ArrowRight':
      return controls[nth + 1]
    case 'ArrowLeft':
      return controls[nth - 1]
  }
}

const CONTROLS = 'a[href], button:not(:disabled), input:not(:disabled), summary'

const controlsOf = (main: HTMLElement | undefined): HTMLElement[] => {
  const row = main && rowOf(main)
  return [...(row?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])]
}
