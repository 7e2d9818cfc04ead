import { betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import type { Log } from '#server/base/log.ts'
import { deriveKey } from '#server/base/secrets.ts'
import { databaseType } from '#server/store/engine/dialect.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { StoreAwayError } from '#server/store/engine/store-errors.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#shared/limits.ts'
import { signInThrottle } from './sign-in-throttle.ts'

/** Gives the library the client's address. The caller sets it and overwrites what the client sent. */
export const ADDRESS_HEADER = 'x-pregonero-client-address'

const SESSION_SECONDS = 30 * 24 * 60 * 60
/** Rate limit by address: `max` attempts, until `window` seconds pass without one. */
const SIGN_IN_RATE = { window: 60, max: 20 }

export type SignedIn = { userId: string; sessionId: string; email: string; name: string }

export type Auth = {
  /** Answers a request below `/api/auth`. */
  handle: (request: Request) => Promise<Response>
  /**
   * The session of the request's cookie; null when there is none. Writes nothing.
   * @throws StoreAwayError
   */
  readSession: (headers: Headers) => Promise<SignedIn | null>
}

/** Sessions and passwords. It does not check origins: `http/security.ts` does so for every call. */
export function createAuth({
  db,
  secretKey,
  publicUrl,
  log,
}: {
  db: Database
  secretKey: string
  publicUrl: string
  log: Log
}): Auth {
  const cookiePrefix = `pregonero-${portOf(publicUrl)}`
  const auth = betterAuth({
    appName: 'Pregonero',
    baseURL: publicUrl,
    secret: deriveKey(secretKey, 'sessions').toString('base64url'),
    database: { db, type: databaseType(db) },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
    },
    session: { expiresIn: SESSION_SECONDS },
    rateLimit: {
      enabled: true,
      storage: 'database',
      customRules: { '/sign-in/email': SIGN_IN_RATE, '/get-session': false },
    },
    plugins: [signInThrottle({ db, key: deriveKey(secretKey, 'device-cookie'), cookiePrefix })],
    advanced: {
      cookiePrefix,
      // Whether a cookie is for HTTPS alone depends on the request; the HTTP layer decides it.
      useSecureCookies: false,
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      disableCSRFCheck: true,
      // The tables are made by our migrations; its check would run beside the start, also one that fails.
      database: { validateSchema: false },
    },
    telemetry: { enabled: false },
    logger: {
      log: (level, message, ...details) =>
        log[level]({ err: details.find(detail => detail instanceof Error) }, message),
    },
  })
  return {
    handle: request => auth.handler(request),
    async readSession(headers) {
      const query = { disableRefresh: true }
      const found = await auth.api.getSession({ headers, query }).catch(asStoreAway)
      if (!found) return null
      const { user, session } = found
      return { userId: user.id, sessionId: session.id, email: user.email, name: user.name }
    },
  }
}

/** The library only says that it failed; the cause is in its log. */
function asStoreAway(error: unknown): never {
  if (error instanceof APIError && error.status === 'INTERNAL_SERVER_ERROR')
    throw new StoreAwayError('no session could be read', { cause: error })
  throw error
}

/** Part of the cookies' names, because browsers send cookies to every port of a host. */
const portOf = (publicUrl: string): string => {
  const { port, protocol } = new URL(publicUrl)
  return port || (protocol === 'https:' ? '443' : '80')
}
