import type { ReadSignedIn } from '#server/accounts/credentials.ts'
import { clock } from '#server/base/clock.ts'
import type { Log } from '#server/base/log.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { findApiToken, noteApiTokenUse, TOKEN_USE_NOTED_MS } from '#server/store/rows/api-tokens.ts'
import { hashOfApiToken, isApiToken } from './api-tokens.ts'

/**
 * Reads who sent a request by its API token where it shows one, however good that and its cookie are. One
 * statement, and no write but of a last use that is minutes old, for which nobody waits.
 */
export function withApiTokens(
  readSession: ReadSignedIn,
  { db, log }: { db: Database; log: Log },
): ReadSignedIn {
  /** Tokens whose use is being written. */
  const noting = new Set<string>()

  async function noteUse(id: string, now: number): Promise<void> {
    if (noting.has(id)) return
    noting.add(id)
    try {
      await noteApiTokenUse(db, id, now)
    } catch (error) {
      log.debug({ err: error }, 'the use of an API token was not noted')
    } finally {
      noting.delete(id)
    }
  }

  return async headers => {
    if (!showsApiToken(headers)) return readSession(headers)
    const [, token = ''] = BEARER.exec(headers.get('authorization') ?? '') ?? []
    if (!isApiToken(token)) return null
    const now = clock.now()
    const [found] = await findApiToken(db, hashOfApiToken(token), now)
    if (!found) return null
    const { id, userId, email, name, scope, lastUsedAt } = found
    const age = now - (lastUsedAt ?? 0)
    // One in the future is of a clock that was set back since.
    if (age >= TOKEN_USE_NOTED_MS || age < 0) void noteUse(id, now)
    return { userId, email, name, by: { kind: 'token', id, scope } }
  }
}

/** Whether a request is to be taken for its API token's alone, also where that is missing or comes twice. */
export const showsApiToken = (headers: Headers): boolean =>
  /(?:^|, *)bearer\b/i.test(headers.get('authorization') ?? '')

/** The scheme's name may be in either case. */
const BEARER = /^bearer +(\S+)$/i
