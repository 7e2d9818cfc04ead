/** Cost of deriving a key with scrypt: `N` a power of two, 128 × N × r bytes of memory, `p` repetitions. */
export type ScryptCost = { N: number; r: number; p: number }

/** Cost of new hashes, a setting that OWASP recommends. */
export const COST: ScryptCost = { N: 2 ** 15, r: 8, p: 3 }

/** Cost of hashes that do not state theirs: the default of the authentication library. */
export const UNNAMED_COST: ScryptCost = { N: 2 ** 14, r: 16, p: 1 }
