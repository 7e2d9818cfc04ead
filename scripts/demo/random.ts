/** Pseudo-random numbers from 0 to below 1, the same every time. */
export type Random = () => number

/** mulberry32. @param seed a whole number */
export function seededRandom(seed: number): Random {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function pick<T>(random: Random, [first, ...others]: readonly [T, ...T[]]): T {
  const index = Math.floor(random() * (others.length + 1))
  return index === 0 ? first : (others[index - 1] ?? first)
}

export const between = (random: Random, least: number, most: number): number =>
  least + random() * (most - least)
