import { useClickOutside } from '@mantine/hooks'
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useRef,
  useState,
} from 'react'
import { columnAt, columnByKey } from './trend-geometry.ts'

/**
 * The column at the mouse, a finger or the keyboard, and the props of the chart and its plot. `onLead` is called with
 * the clicked column, or the active one on Enter; a finger only shows a column.
 */
export function useActiveColumn(count: number, onLead: (index: number) => void) {
  const [active, setActive] = useState<number>()
  const leave = () => setActive(undefined)
  const ref = useClickOutside<HTMLDivElement>(leave)
  const pressedBy = useRef<string>(undefined)

  const columnOf = ({ clientX, currentTarget }: MouseEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return columnAt((clientX - left) / width, count)
  }

  return {
    active,
    chartProps: {
      ref,
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) leave()
      },
    },
    plotProps: {
      tabIndex: 0,
      onPointerMove: (event: PointerEvent) => setActive(columnOf(event)),
      onPointerDown: ({ pointerType }: PointerEvent) => {
        pressedBy.current = pointerType
      },
      onClick: (event: MouseEvent) => {
        const index = columnOf(event)
        setActive(index)
        // The link over the column navigates by itself, also to a new tab.
        const isLink = event.target instanceof Element && event.target.closest('a') !== null
        if (pressedBy.current === 'mouse' && !isLink) onLead(index)
      },
      // Lifting a finger fires this too; its column stays shown.
      onPointerLeave: (event: PointerEvent) => {
        if (event.pointerType === 'mouse') leave()
      },
      onPointerCancel: leave,
      onKeyDown: (event: KeyboardEvent) => {
        if (event.altKey || event.ctrlKey || event.metaKey) return
        if (event.key === 'Escape') return leave()
        if (event.key === 'Enter' && active !== undefined) return onLead(active)
        const next = columnByKey(event.key, active, count)
        if (next === undefined) return
        event.preventDefault()
        setActive(next)
      },
    },
  }
}
