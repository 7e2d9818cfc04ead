/** What stood there keeps its order, and what has come stands behind it, so that nothing changes places under the reader's hand. */
export function steadyOrder<T extends { id: string }>(
  before: readonly T[],
  now: readonly T[],
): T[] {
  const places = new Map(before.map(({ id }, place) => [id, place]))
  const placeOf = ({ id }: T) => places.get(id) ?? before.length
  return now.toSorted((one, other) => placeOf(one) - placeOf(other))
}
