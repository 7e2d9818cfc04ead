/** Random numbers, the same in every run. */
export type Random = {
  /** In [0, 1). */
  next: () => number
  exponential: (mean: number) => number
  normal: () => number
  pick: <Of>(of: readonly [Of, ...Of[]]) => Of
}

/** Mulberry32, seeded by a text. */
export function randomOf(seed: string): Random {
  let state = [...seed].reduce(
    (hash, char) => Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193),
    0x811c9dc5,
  )
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    exponential: mean => -mean * Math.log(1 - next()),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    pick: of => of[Math.floor(next() * of.length)] ?? of[0],
  }
}
