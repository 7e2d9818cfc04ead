import { SimpleGrid, useMatches } from '@mantine/core'
import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import classes from './card-grid.module.css'
import { type CardGridProps, columns, GAP } from './card-grid-layout.ts'

/** Estimated height of a row that has not been rendered yet. */
const ROW_HEIGHT = 320
/** In px; space for the bar at the top when scrolling to a row. */
const BELOW_BAR = 72

/** Row heights by path, so that the way back restores the scroll position. */
const left = new Map<string, VirtualItem[]>()

/** Virtualized cards: only those in sight and their neighbours are rendered. */
export function VirtualGrid<Item extends { id: string }>({ items, children }: CardGridProps<Item>) {
  const perRow = useMatches(columns, { getInitialValueInEffect: false })
  const whole = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    if (whole.current) setTop(whole.current.getBoundingClientRect().top + window.scrollY)
  })
  const [path] = useState(location.pathname)
  const rows = useWindowVirtualizer({
    count: Math.ceil(items.length / perRow),
    getItemKey: useCallback(
      (row: number) => `${perRow} ${items[row * perRow]?.id}`,
      [items, perRow],
    ),
    initialMeasurementsCache: left.get(path) ?? [],
    estimateSize: () => ROW_HEIGHT,
    gap: GAP,
    overscan: 2,
    scrollMargin: top,
    scrollPaddingStart: BELOW_BAR,
  })
  useLayoutEffect(() => () => void left.set(path, rows.takeSnapshot()), [path, rows])
  useKeptPlace(perRow, rows)
  const drawn = rows.getVirtualItems()
  const firstRow = drawn[0]?.index ?? 0
  const first = firstRow * perRow
  const above = (drawn[0]?.start ?? top) - top

  return (
    <div ref={whole} style={{ height: rows.getTotalSize() }}>
      <SimpleGrid
        component="ul"
        cols={perRow}
        spacing={GAP}
        className={classes.cards}
        style={{ transform: `translateY(${above}px)` }}
      >
        {items.slice(first, first + drawn.length * perRow).map((item, nth) => (
          <li
            key={item.id}
            // Only the first card of a row is measured: the others are as high.
            ref={nth % perRow === 0 ? rows.measureElement : undefined}
            data-index={firstRow + Math.floor(nth / perRow)}
            aria-setsize={items.length}
            aria-posinset={first + nth + 1}
          >
            {children(item)}
          </li>
        ))}
      </SimpleGrid>
    </div>
  )
}

/** Keeps the first visible card in view when the number of columns changes. */
function useKeptPlace(perRow: number, rows: ReturnType<typeof useWindowVirtualizer>): void {
  const seen = useRef({ perRow, first: 0 })
  useLayoutEffect(() => {
    const { first } = seen.current
    if (seen.current.perRow !== perRow && first > 0)
      rows.scrollToIndex(Math.floor(first / perRow), { align: 'start' })
    else {
      const row = rows.getVirtualItemForOffset((rows.scrollOffset ?? 0) + BELOW_BAR)
      seen.current.first = (row?.index ?? 0) * perRow
    }
    seen.current.perRow = perRow
  })
}
