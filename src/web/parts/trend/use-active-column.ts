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
 * The column that the pointer, a finger or the keyboard is at, and what the chart and its plot need for
 * that. `onLead` is called with the one that is clicked, or chosen by Enter; a finger only shows it.
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
        // The link over the column leads by itself, also to another tab.
        const isLink = event.target instanceof Element && event.target.closest('a') !== null
        if (pressedBy.current === 'mouse' && !isLink) onLead(index)
      },
      // A finger that is lifted leaves as well; what it has shown stays.
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
