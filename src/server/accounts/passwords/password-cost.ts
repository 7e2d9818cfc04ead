/** What deriving a key of a password costs: `N` a power of two, 128 × N × r bytes of memory, `p` times over. */
export type ScryptCost = { N: number; r: number; p: number }

/** One of those that OWASP advises. */
export const COST: ScryptCost = { N: 2 ** 15, r: 8, p: 3 }

/** Of hashes that do not name theirs: the authentication library's own. */
export const UNNAMED_COST: ScryptCost = { N: 2 ** 14, r: 16, p: 1 }
