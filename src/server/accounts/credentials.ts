import { RECENT_MS } from '#shared/limits.ts'
import type { TokenScope } from '#shared/model/api-token.ts'
import { credentialTexts } from '#shared/sign-in-texts.ts'

export type SignedIn = { userId: string; email: string; name: string; by: Credential }

/** What a request shows that its sender is signed in by. */
export type Credential =
  /** @property authenticatedAt when its person signed in or confirmed who they are, milliseconds UTC */
  | { kind: 'session'; id: string; authenticatedAt: number }
  /** An API token. */
  | { kind: 'token'; id: string; scope: TokenScope }

/**
 * Who sent the request: by its API token, else by its session's cookie; null when that is not good.
 * @throws StoreBusyError
 */
export type ReadSignedIn = (headers: Headers) => Promise<SignedIn | null>

/** Why a request is not for its sender, as the contract names it. */
export type Refusal = { status: 401 | 403; code: string; message: string }

/**
 * @param asked the credential that is asked for; left out: any
 * @param asked.reads whether nothing is changed
 * @returns null: it is for its sender
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
  // One in the future is of a clock that was set back.
  const isRecent = Math.abs(now - who.by.authenticatedAt) <= RECENT_MS
  if (credential !== 'recent' || isRecent) return null
  return refusal('REAUTHENTICATION_REQUIRED', credentialTexts.confirm)
}

const refusal = (code: string, message: string): Refusal => ({ status: 403, code, message })
