/**
 * The function, with its latest results kept. Where it throws, nothing is.
 * @param room how many code units the texts may have together whose results are kept
 */
export function memoize<Result extends string | object>(
  make: (text: string) => Result,
  room: number,
): (text: string) => Result {
  const kept = new Map<string, Result>()
  // One iterator for all: a new one would pass by all that was forgotten before.
  const oldest = kept.keys()
  let taken = 0
  return text => {
    const known = kept.get(text)
    if (known !== undefined) return known
    const made = make(text)
    if (text.length > room) return made
    kept.set(text, made)
    taken += text.length
    while (taken > room) {
      const forgotten = oldest.next().value ?? ''
      kept.delete(forgotten)
      taken -= forgotten.length
    }
    return made
  }
}
