import { replaceEqualDeep } from '@tanstack/react-query'

interface Page {
  items: readonly { id: string }[]
}

/**
 * A query's `structuralSharing` for pages: an item that has not changed stays the same object wherever it
 * stands now. By itself a query looks for it in its old place, which each item above it takes away.
 */
export function keepItems(before: unknown, now: unknown): unknown {
  if (before === undefined || replaceEqualDeep(before, now) === before) return before ?? now
  const known = new Map((before as Page).items.map(item => [item.id, item]))
  const page = now as Page
  return { ...page, items: page.items.map(item => replaceEqualDeep(known.get(item.id), item)) }
}
