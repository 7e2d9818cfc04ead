/** A field in which two edits of the same item differ, as texts to show. */
export interface Difference {
  label: string
  mine: string
  theirs: string
}

export const differing = (fields: readonly Difference[]): Difference[] =>
  fields.filter(({ mine, theirs }) => mine !== theirs)

/** The lines of a text, marked if the other text lacks them; single lines are not marked. */
export function linesBeside(text: string, other: string): { line: string; isOwn: boolean }[] {
  const lines = text.split('\n')
  const others = other.split('\n')
  const isMarked = lines.length > 1 || others.length > 1
  return lines.map(line => ({ line, isOwn: isMarked && !others.includes(line) }))
}
