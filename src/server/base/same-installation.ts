/** How a process tells whether it is its own installation that answers at an address. */
import { createHmac } from 'node:crypto'
import { deriveKeys, type KeyRing } from './key-ring.ts'

/** A request's, and the one that its answer bears then. */
export const CHALLENGE_HEADER = 'pregonero-challenge'
export const PROOF_HEADER = 'pregonero-proof'

/** 16 random bytes in base64url. */
const CHALLENGE = /^[\w-]{22}$/

/** What only a process with one of the same secret keys answers to a challenge; undefined: it is none. */
export type Prove = (challenge: string) => string | undefined

/** A proof holds one for each key, between commas. */
export function createProof(ring: KeyRing): Prove {
  const keys = deriveKeys(ring, 'same-installation')
  return challenge =>
    CHALLENGE.test(challenge)
      ? keys.map(key => createHmac('sha256', key).update(challenge).digest('base64url')).join(',')
      : undefined
}

/** Whether two proofs of the same challenge come from processes that have a key in common. */
export function isSameInstallation(own: string, other: string): boolean {
  const proofs = new Set(own.split(','))
  return other.split(',').some(proof => proofs.has(proof))
}
