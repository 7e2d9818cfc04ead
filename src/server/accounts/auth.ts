import { betterAuth } from 'better-auth'
import { clock } from '#server/base/clock.ts'
import { deriveKeys, type KeyRing } from '#server/base/key-ring.ts'
import type { Log } from '#server/base/log.ts'
import { createSecretBox } from '#server/base/secrets.ts'
import { databaseType } from '#server/store/engine/dialect.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { countTry, type RateLimit } from '#server/store/rows/rate-limits.ts'
import { deleteSession, keepNewestSessions } from '#server/store/rows/sessions.ts'
import { MAX_PASSWORD_LENGTH, MAX_SESSIONS, MIN_PASSWORD_LENGTH } from '#shared/limits.ts'
import { withApiTokens } from './api-tokens/read-api-token.ts'
import type { ReadSignedIn } from './credentials.ts'
import { isKnownBrowser, knownBrowsers } from './known-browsers.ts'
import { isRefusedPasskey, passkeys } from './passkeys/passkeys.ts'
import {
  changedMeanwhile,
  libraryPasswords,
  newPasswordRule,
} from './passwords/library-passwords.ts'
import { passwordThrottle } from './passwords/password-throttle.ts'
import { createPendingSignIns } from './second-factor/pending-sign-ins.ts'
import { secondStep } from './second-factor/second-step.ts'
import { ADDRESS_HEADER, type SeenBrowser } from './seen-browser.ts'
import { SessionCookie } from './sessions/session-cookie.ts'
import { LONGEST_MS, newSession } from './sessions/session-life.ts'
import { type CopiedSession, Sessions } from './sessions/sessions.ts'
import { type CookieSecrets, withCurrentSignatures } from './sessions/signed-cookies.ts'

/** Sign-in attempts per client address and minute. */
const SIGN_IN_RATE: RateLimit = { window: 60, max: 20 }

export type Auth = {
  /** Answers a request below `/api/auth`. */
  handle: (request: Request) => Promise<Response>
  readSignedIn: ReadSignedIn
  /**
   * Replaces the session's reference in the cookie of the answer. `confirmed` says that the user has just
   * confirmed their identity, which counts as a sign-in.
   */
  renewSession: (headers: Headers, how: { confirmed: boolean }) => Promise<void>
  /** `Set-Cookie` value for the answer to the request; undefined if its cookie does not change. */
  sessionCookieFor: (headers: Headers) => string | undefined
  /** Prefix of the names of all authentication cookies, without the dot that follows it. */
  cookiePrefix: string
}

/**
 * Authentication by password, second factor, passkey, session and API token. It does not check origins:
 * `http/security.ts` does so for every call.
 */
export function createAuth({
  db,
  keyRing,
  publicUrl,
  log,
  onNewBrowser,
  onCopiedSession,
}: {
  db: Database
  keyRing: KeyRing
  publicUrl: string
  log: Log
  /** Called before a sign-in from an unknown browser is answered. */
  onNewBrowser: (browser: SeenBrowser) => Promise<void>
  /** Called once a session has ended because a copy of its cookie was shown. */
  onCopiedSession: (session: CopiedSession) => Promise<void>
}): Auth {
  const cookiePrefix = `pregonero-${portOf(publicUrl)}`
  const secrets = cookieSecrets(keyRing)
  const deviceKeys = deriveKeys(keyRing, 'device-cookie')
  /** User id of the session that each request carries. */
  const signedIn = new WeakMap<Request, string>()
  const auth = betterAuth({
    appName: 'Pregonero',
    baseURL: publicUrl,
    secret: secrets[0],
    database: { db, type: databaseType(db) },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      password: libraryPasswords({ db, log }),
    },
    session: {
      // How long browsers keep the cookie. `session-life.ts` decides when the session ends.
      expiresIn: LONGEST_MS / 1_000,
      disableSessionRefresh: true,
      // 0 disables the library's check: the HTTP layer decides which calls need a recent session.
      freshAge: 0,
      additionalFields: {
        lastUsedAt: { type: 'number', bigint: true, ...ownField },
        reference: { type: 'string', ...ownField },
      },
    },
    databaseHooks: {
      session: {
        create: { before: async ({ token }) => ({ data: newSession(token, clock.now()) }) },
      },
    },
    rateLimit: {
      enabled: true,
      customStorage: {
        async consume(key, rule) {
          const retryAfter = await countTry(db, key, rule, clock.now())
          return { allowed: retryAfter === null, retryAfter }
        },
      },
      customRules: {
        '/sign-in/email': SIGN_IN_RATE,
        '/sign-in/second-factor': SIGN_IN_RATE,
        '/passkey/verify-authentication': SIGN_IN_RATE,
        // Not rate-limited, because it writes no row.
        '/passkey/generate-authenticate-options': false,
        '/get-session': false,
      },
    },
    plugins: [
      // These two come first, so that later plug-ins see a new session only if the password is still current and
      // no second factor is missing.
      changedMeanwhile(db),
      secondStep({
        db,
        secretBox: createSecretBox(keyRing),
        pendingSignIns: createPendingSignIns({ db, keys: deriveKeys(keyRing, 'second-step') }),
        isKnownBrowser: (getCookie, email) =>
          isKnownBrowser(getCookie, { keys: deviceKeys, cookiePrefix, email }),
      }),
      newPasswordRule(),
      passwordThrottle({ db, keys: deviceKeys, cookiePrefix, log }),
      ...passkeys({ db, publicUrl }),
      knownBrowsers({
        keys: deviceKeys,
        cookiePrefix,
        userIdOf: request => signedIn.get(request),
        onNewBrowser,
      }),
    ],
    advanced: {
      cookiePrefix,
      // The HTTP layer adds `Secure`, depending on the request.
      useSecureCookies: false,
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      disableCSRFCheck: true,
      // Set explicitly, because the library's default depends on NODE_ENV and TEST.
      disableOriginCheck: false,
      // Our migrations create the tables; the library's check would run alongside the start, even a failing
      // one.
      database: { validateSchema: false },
    },
    telemetry: { enabled: false },
    // Errors other than refusals go to the HTTP layer, which handles a busy database and decides what is
    // logged.
    onAPIError: { throw: true },
    logger: {
      log(level, message, ...details) {
        const err = details.find(detail => detail instanceof Error)
        log[isRefusedPasskey(message, err) ? 'debug' : level]({ err }, message)
      },
    },
  })
  const cookie = new SessionCookie({ prefix: cookiePrefix, secrets })
  const sessions = new Sessions({ db, cookie, log, onCopied: onCopiedSession })
  return {
    async handle(request) {
      const before = await sessions.find(request.headers)
      const given = withCurrentSignatures(request.headers, secrets)
      const headers = cookie.forLibrary(given, before?.token ?? null)
      const asked = new Request(request, { headers })
      if (before) signedIn.set(asked, before.userId)
      const response = await auth.handler(asked)
      // A sign-in, or its first step, ends the previous session of this browser.
      const token = cookie.tokenIn(response.headers)
      if (before && token !== null && token !== before.token)
        await deleteSession({ db, userId: before.userId }, before.id)
      if (!before && token) await sessions.endCopied(request.headers)
      if (token) await keepNewestSessions(db, token, MAX_SESSIONS)
      return response
    },
    readSignedIn: withApiTokens(headers => sessions.read(headers), { db, log }),
    renewSession: (headers, how) => sessions.renew(headers, how),
    sessionCookieFor: headers => sessions.cookieFor(headers),
    cookiePrefix,
  }
}

/** Options of columns that only our code writes and that the library's answers leave out. */
const ownField = { required: false, input: false, returned: false } as const

/** Cookie secrets of the authentication library; the first one signs. */
export function cookieSecrets(keyRing: KeyRing): CookieSecrets {
  const [current, ...older] = deriveKeys(keyRing, 'sessions')
  const secretOf = (key: Buffer) => key.toString('base64url')
  return [secretOf(current), ...older.map(secretOf)]
}

/** Part of the cookies' names, because browsers send cookies to every port of a host. */
const portOf = (publicUrl: string): string => {
  const { port, protocol } = new URL(publicUrl)
  return port || (protocol === 'https:' ? '443' : '80')
}
