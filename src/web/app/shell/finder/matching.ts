import { foldText } from '#shared/format.ts'

/** Those whose label has every word of `query`, the ones that begin with it first; all for none. */
export function matching<T extends { label: string }>(entries: readonly T[], query: string): T[] {
  const wanted = foldText(query.trim())
  const words = wanted.split(/\s+/)
  const found = entries.filter(({ label }) => words.every(word => foldText(label).includes(word)))
  const begins = ({ label }: T) => foldText(label).startsWith(wanted)
  return [...found.filter(begins), ...found.filter(entry => !begins(entry))]
}
