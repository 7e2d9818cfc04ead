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
/** So many are drawn as fast as a few. */
const FEW = 48
/** On a large screen. */
const IN_SIGHT = 12

/** Few have more: what more takes comes with them. */
const VirtualGrid = lazy(async () => ({
  default: (await import('./virtual-grid.tsx')).VirtualGrid,
}))

/** Any number of cards. */
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

/** What stands in their place until they have arrived. */
export const SkeletonGrid = ({ label, count, card: Card }: SkeletonGridProps) => (
  <SimpleGrid cols={columns} spacing={GAP} role="status" aria-label={label}>
    {Array.from({ length: count }, (_, nth) => nth).map(nth => (
      <Card key={nth} />
    ))}
  </SimpleGrid>
)
