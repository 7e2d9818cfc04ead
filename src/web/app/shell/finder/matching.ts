import { foldText } from '#shared/format.ts'

interface Named {
  label: string
  /** Further search words. */
  also?: string
}

/** Entries that contain each word of `query`, labels that begin with it first; all entries for an empty query. */
export function matching<T extends Named>(entries: readonly T[], query: string): T[] {
  const wanted = foldText(query.trim())
  const words = wanted.split(/\s+/)
  const found = entries.flatMap(entry => {
    const label = foldText(entry.label)
    const text = entry.also ? `${label} ${foldText(entry.also)}` : label
    return words.every(word => text.includes(word))
      ? { entry, begins: label.startsWith(wanted) }
      : []
  })
  return [...found.filter(({ begins }) => begins), ...found.filter(({ begins }) => !begins)].map(
    ({ entry }) => entry,
  )
}
