import { replaceEqualDeep } from '@tanstack/react-query'

interface Page {
  items: readonly { id: string }[]
}

/**
 * A query's `structuralSharing` for pages: an unchanged item stays the same object at any position. The default
 * compares items by position, which shifts with each item added above.
 */
export function keepItems(before: unknown, now: unknown): unknown {
  if (before === undefined || replaceEqualDeep(before, now) === before) return before ?? now
  const known = new Map((before as Page).items.map(item => [item.id, item]))
  const page = now as Page
  return { ...page, items: page.items.map(item => replaceEqualDeep(known.get(item.id), item)) }
}
