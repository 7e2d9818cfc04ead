import { SimpleGrid } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import classes from './card-grid.module.css'
import { type CardGridProps, columns, GAP } from './card-grid-layout.ts'

/** Number of cards that render fast without virtualization. */
const FEW = 48
/** Cards visible on a large screen. */
const IN_SIGHT = 12

/** Loaded on demand: few users have more than `FEW` cards. */
const VirtualGrid = lazy(async () => ({
  default: (await import('./virtual-grid.tsx')).VirtualGrid,
}))

/** Grid of any number of cards. */
export function CardGrid<Item extends { id: string }>({ items, children }: CardGridProps<Item>) {
  const drawn = (shown: readonly Item[]) => (
    <SimpleGrid component="ul" cols={columns} spacing={GAP} className={classes.cards}>
      {shown.map(item => (
        <li key={item.id}>{children(item)}</li>
      ))}
    </SimpleGrid>
  )
  if (items.length <= FEW) return drawn(items)
  return (
    <Suspense fallback={drawn(items.slice(0, IN_SIGHT))}>
      <VirtualGrid items={items}>{item => children(item as Item)}</VirtualGrid>
    </Suspense>
  )
}

interface SkeletonGridProps {
  label: string
  count: number
  card: () => ReactNode
}

/** Placeholders of the cards until they arrive. */
export const SkeletonGrid = ({ label, count, card: Card }: SkeletonGridProps) => (
  <SimpleGrid cols={columns} spacing={GAP} role="status" aria-label={label}>
    {Array.from({ length: count }, (_, nth) => nth).map(nth => (
      <Card key={nth} />
    ))}
  </SimpleGrid>
)
