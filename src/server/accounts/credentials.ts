import { RECENT_MS } from '#shared/limits.ts'
import type { TokenScope } from '#shared/model/api-token.ts'
import { credentialTexts } from '#shared/texts/sign-in.ts'

export type SignedIn = { userId: string; email: string; name: string; by: Credential }

/** Proof of identity in a request: a session or an API token. */
export type Credential =
  /** @property authenticatedAt milliseconds UTC of the sign-in or last confirmation; 0 if the cookie is outdated */
  | { kind: 'session'; id: string; authenticatedAt: number }
  | { kind: 'token'; id: string; scope: TokenScope }

/**
 * Reads the sender of a request from its API token, or without one from its session cookie; null if that is
 * missing or invalid.
 * @throws StoreBusyError
 */
export type ReadSignedIn = (headers: Headers) => Promise<SignedIn | null>

/** Reason why the sender may not make a request, in the contract's terms. */
export type Refusal = { status: 401 | 403; code: string; message: string }

/**
 * @param asked.credential the credential that the call requires; undefined: any
 * @param asked.reads true if the call changes no data
 * @returns null if the sender may make the call
 */
export function refusalOf(
  who: SignedIn | null,
  { credential, reads }: { credential?: 'session' | 'recent' | undefined; reads: boolean },
  now: number,
): Refusal | null {
  if (!who) return { status: 401, code: 'UNAUTHORIZED', message: 'User not authenticated' }
  if (who.by.kind === 'token') {
    if (credential) return refusal('TOKEN_NOT_ALLOWED', credentialTexts.noTokens)
    const mayChange = who.by.scope === 'all'
    return reads || mayChange ? null : refusal('TOKEN_NOT_ALLOWED', credentialTexts.onlyReads)
  }
  // Absolute, because a time far in the future was written before the clock was set back.
  const isRecent = Math.abs(now - who.by.authenticatedAt) <= RECENT_MS
  if (credential !== 'recent' || isRecent) return null
  return refusal('REAUTHENTICATION_REQUIRED', credentialTexts.confirm)
}

const refusal = (code: string, message: string): Refusal => ({ status: 403, code, message })
