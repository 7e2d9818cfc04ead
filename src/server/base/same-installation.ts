/** Proof that the server at an address belongs to the same installation as this process. */
import { createHmac } from 'node:crypto'
import { deriveKeys, type KeyRing } from './key-ring.ts'

/** Headers of the challenge in a request, and of the proof in its answer. */
export const CHALLENGE_HEADER = 'pregonero-challenge'
export const PROOF_HEADER = 'pregonero-proof'

/** 16 random bytes in base64url. */
const CHALLENGE = /^[\w-]{22}$/

/**
 * Answers a challenge with a proof that only holders of the same secret key can give; undefined if the
 * challenge is malformed.
 */
export type Prove = (challenge: string) => string | undefined

/** A proof contains a MAC for each key, separated by commas. */
export function createProof(ring: KeyRing): Prove {
  const keys = deriveKeys(ring, 'same-installation')
  return challenge =>
    CHALLENGE.test(challenge)
      ? keys.map(key => createHmac('sha256', key).update(challenge).digest('base64url')).join(',')
      : undefined
}

/** True if two proofs of the same challenge come from processes with a common key. */
export function isSameInstallation(own: string, other: string): boolean {
  const proofs = new Set(own.split(','))
  return other.split(',').some(proof => proofs.has(proof))
}
