import { foldText } from '#shared/format.ts'

interface Named {
  label: string
  /** Words by which it is found as well. */
  also?: string
}

/** Those in which each word of `query` stands, the ones whose label begins with it first; all for none. */
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
