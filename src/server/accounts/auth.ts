import { betterAuth } from 'better-auth'
import type { Log } from '#server/base/log.ts'
import { deriveKey } from '#server/base/secrets.ts'
import { databaseType } from '#server/store/engine/dialect.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { countTry, type RateLimit } from '#server/store/rows/rate-limits.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#shared/limits.ts'
import { passwordThrottle } from './password-throttle.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { createSessionReader, type ReadSession } from './read-session.ts'

/** Gives the library the client's address. The caller sets it and overwrites what the client sent. */
export const ADDRESS_HEADER = 'x-pregonero-client-address'

const SESSION_SECONDS = 30 * 24 * 60 * 60
/** Rate limit by address. */
const SIGN_IN_RATE: RateLimit = { window: 60, max: 20 }

export type Auth = {
  /** Answers a request below `/api/auth`. */
  handle: (request: Request) => Promise<Response>
  readSession: ReadSession
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
  const secret = deriveKey(secretKey, 'sessions').toString('base64url')
  const auth = betterAuth({
    appName: 'Pregonero',
    baseURL: publicUrl,
    secret,
    database: { db, type: databaseType(db) },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    session: { expiresIn: SESSION_SECONDS },
    rateLimit: {
      enabled: true,
      customStorage: {
        async consume(key, rule) {
          const retryAfter = await countTry(db, key, rule, Date.now())
          return { allowed: retryAfter === null, retryAfter }
        },
      },
      customRules: { '/sign-in/email': SIGN_IN_RATE, '/get-session': false },
    },
    plugins: [
      passwordThrottle({ db, key: deriveKey(secretKey, 'device-cookie'), cookiePrefix, log }),
    ],
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
    readSession: createSessionReader({ db, secret, cookieName: `${cookiePrefix}.session_token` }),
  }
}

/** Part of the cookies' names, because browsers send cookies to every port of a host. */
const portOf = (publicUrl: string): string => {
  const { port, protocol } = new URL(publicUrl)
  return port || (protocol === 'https:' ? '443' : '80')
}
