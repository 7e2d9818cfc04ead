import type { ReadSignedIn } from '#server/accounts/credentials.ts'
import { clock } from '#server/base/clock.ts'
import type { Log } from '#server/base/log.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { findApiToken, noteApiTokenUse, TOKEN_USE_NOTED_MS } from '#server/store/rows/api-tokens.ts'
import { hashOfApiToken, isApiToken } from './api-tokens.ts'

/**
 * Reads the sender from the API token if the request has one, else from its session. An invalid token is not
 * replaced by a valid cookie. Takes one statement; a last use older than a few minutes is updated in the
 * background.
 */
export function withApiTokens(
  readSession: ReadSignedIn,
  { db, log }: { db: Database; log: Log },
): ReadSignedIn {
  /** Ids of tokens whose last use is being written. */
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
    // A last use in the future was written before the clock was set back.
    if (age >= TOKEN_USE_NOTED_MS || age < 0) void noteUse(id, now)
    return { userId, email, name, by: { kind: 'token', id, scope } }
  }
}

/** True if the request has the bearer scheme, even with a missing or repeated token: its cookie is then ignored. */
export const showsApiToken = (headers: Headers): boolean =>
  /(?:^|, *)bearer\b/i.test(headers.get('authorization') ?? '')

/** The scheme's name is case-insensitive. */
const BEARER = /^bearer +(\S+)$/i
