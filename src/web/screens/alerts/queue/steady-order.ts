/** Keeps known items in their order and appends new ones, so that rows do not move under the pointer. */
export function steadyOrder<T extends { id: string }>(
  before: readonly T[],
  now: readonly T[],
): T[] {
  const places = new Map(before.map(({ id }, place) => [id, place]))
  const placeOf = ({ id }: T) => places.get(id) ?? before.length
  return now.toSorted((one, other) => placeOf(one) - placeOf(other))
}
