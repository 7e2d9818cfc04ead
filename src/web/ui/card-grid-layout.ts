import type { ReactNode } from 'react'

export interface CardGridProps<Item> {
  items: readonly Item[]
  children: (item: Item) => ReactNode
}

export const columns = { base: 1, md: 2, xl: 3 }
/** Pixels. */
export const GAP = 16
