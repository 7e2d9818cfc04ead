import { useClickOutside } from '@mantine/hooks'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useState } from 'react'
import { columnAt, columnByKey } from './trend-geometry.ts'

/** The column that the pointer, a finger or the keyboard is at, and what the plot needs for that. */
export function useActiveColumn(count: number) {
  const [active, setActive] = useState<number>()
  const leave = () => setActive(undefined)
  const ref = useClickOutside<HTMLDivElement>(leave)

  const follow = ({ clientX, currentTarget }: MouseEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setActive(columnAt((clientX - left) / width, count))
  }

  return {
    active,
    plotProps: {
      ref,
      tabIndex: 0,
      onPointerMove: follow,
      onClick: follow,
      // A finger that is lifted leaves as well; what it has shown stays.
      onPointerLeave: (event: PointerEvent) => {
        if (event.pointerType === 'mouse') leave()
      },
      onPointerCancel: leave,
      onBlur: leave,
      onKeyDown: (event: KeyboardEvent) => {
        if (event.altKey || event.ctrlKey || event.metaKey) return
        if (event.key === 'Escape') return leave()
        const next = columnByKey(event.key, active, count)
        if (next === undefined) return
        event.preventDefault()
        setActive(next)
      },
    },
  }
}
