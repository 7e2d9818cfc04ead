/** A field that two edits of one thing do not agree on, as texts to show. */
export interface Difference {
  label: string
  mine: string
  theirs: string
}

export const differing = (fields: readonly Difference[]): Difference[] =>
  fields.filter(({ mine, theirs }) => mine !== theirs)

/** The lines of a text, and whether the other one lacks them; of single lines that goes without saying. */
export function linesBeside(text: string, other: string): { line: string; isOwn: boolean }[] {
  const lines = text.split('\n')
  const others = other.split('\n')
  const isMarked = lines.length > 1 || others.length > 1
  return lines.map(line => ({ line, isOwn: isMarked && !others.includes(line) }))
}
