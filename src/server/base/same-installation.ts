/** How a process tells whether it is its own installation that answers at an address. */
import { createHmac } from 'node:crypto'
import { deriveKey } from './secrets.ts'

/** A request's, and the one that its answer bears then. */
export const CHALLENGE_HEADER = 'pregonero-challenge'
export const PROOF_HEADER = 'pregonero-proof'

/** 16 random bytes in base64url. */
const CHALLENGE = /^[\w-]{22}$/

/** What only a process with the same secret key answers to a challenge; undefined: it is none. */
export type Prove = (challenge: string) => string | undefined

export function createProof(secretKey: string): Prove {
  const key = deriveKey(secretKey, 'same-installation')
  return challenge =>
    CHALLENGE.test(challenge)
      ? createHmac('sha256', key).update(challenge).digest('base64url')
      : undefined
}
