import { scryptSync } from 'node:crypto'
import type { ScryptCost } from './password-cost.ts'

export type KeyDraft = { password: string; salt: string | Uint8Array; cost: ScryptCost }

const KEY_BYTES = 64

/** Blocks the thread for as long as the cost demands. */
export const deriveKey = ({ password, salt, cost }: KeyDraft): Buffer =>
  scryptSync(password.normalize('NFKC'), salt, KEY_BYTES, { ...cost, maxmem: memoryOf(cost) })

export const memoryOf = ({ N, r, p }: ScryptCost): number => 128 * r * (N + p + 2)
