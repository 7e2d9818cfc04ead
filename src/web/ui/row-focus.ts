import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react'

/** Marks what may take the focus in a list of rows, of which each is one stop of the Tab key. */
export const focusMarks = {
  /** A row's main control, which is that stop. */
  row: { 'data-takes-focus': 'row' },
  /** A row's other controls: the arrows lead there. */
  within: { tabIndex: -1 },
  /** What selects the whole page. */
  wholePage: { 'data-takes-focus': 'page' },
} as const

const marked = (mark: 'row' | 'page') => [
  ...document.querySelectorAll<HTMLElement>(`[data-takes-focus="${mark}"]`),
]

/** Gives the focus to the row at a place or to the last one; else to what is above the rows. */
export function focusRow(place: number): void {
  const rows = marked('row')
  const row = rows[Math.min(place, rows.length - 1)]
  const target = row ?? marked('page')[0] ?? document.querySelector('main')
  target?.focus()
}

/** The place of the row that an element belongs to; -1: to none. */
export const placeOf = (element: Element): number =>
  marked('row').findIndex(main => rowOf(main)?.contains(element))

/**
 * Gives the focus to the row after or before the one that has it, else to the first.
 * @returns whether there are rows
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

/** What is a row of a list, around what stands in it. */
export const rowOf = (element: Element) => element.closest('tr, li, article')

/**
 * For the element around a list of rows. Up, down, Home and End lead from row to row, left and right
 * within one; where what has the focus goes away, what takes its place gets it.
 */
export function useRowFocus() {
  const place = useRef<number>(undefined)
  /** Has lost the focus by being busy, and may go with its row. */
  const busy = useRef<Element>(undefined)
  useLayoutEffect(() => {
    if (place.current === undefined) return
    if (document.activeElement !== document.body) {
      if (busy.current) place.current = undefined
      return
    }
    if (busy.current?.isConnected) return
    focusRow(place.current)
    // Outside the list nothing tells when it loses the focus again.
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
  // What a row opens, as its menu, stands elsewhere in the document.
  const place = currentTarget.contains(target) ? placeOf(target) : -1
  if (place < 0) return
  const next = neighbour(key, target, place)
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** What a key leads to from a control of the row at a place. */
function neighbour(key: string, control: HTMLElement, place: number): HTMLElement | undefined {
  const rows = marked('row')
  const controls = controlsOf(rows[place])
  const nth = controls.indexOf(control)
  /** What this control is in its own row, where both have the same ones; else the main one. */
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
