/**
 * Caches the latest results of a function, but no thrown errors.
 * @param room code units that the texts of all cached results may have together
 */
export function memoize<Result extends string | object>(
  make: (text: string) => Result,
  room: number,
): (text: string) => Result {
  const kept = new Map<string, Result>()
  // A single iterator for all evictions: a new one would pass every deleted entry again.
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
