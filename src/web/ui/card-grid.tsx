import { SimpleGrid } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import classes from './card-grid.module.css'

export interface CardGridProps<Item> {
  items: readonly Item[]
  children: (item: Item) => ReactNode
}

export const columns = { base: 1, md: 2, xl: 3 }
/** Pixels. */
export const GAP = 16
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
