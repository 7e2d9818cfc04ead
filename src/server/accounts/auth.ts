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

/** Rate limit by address. */
const SIGN_IN_RATE: RateLimit = { window: 60, max: 20 }

export type Auth = {
  /** Answers a request below `/api/auth`. */
  handle: (request: Request) => Promise<Response>
  readSignedIn: ReadSignedIn
  /**
   * Has the browser show another reference from its answer on, and counts as a sign-in where its person
   * has `confirmed` who they are.
   */
  renewSession: (headers: Headers, how: { confirmed: boolean }) => Promise<void>
  /** What the answer to the request has to set; undefined: nothing. */
  sessionCookieFor: (headers: Headers) => string | undefined
  /** What the names of all its cookies begin with, but for a dot. */
  cookiePrefix: string
}

/** Sessions and passwords. It does not check origins: `http/security.ts` does so for every call. */
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
  /** Called before a sign-in in a browser that was not known is answered. */
  onNewBrowser: (browser: SeenBrowser) => Promise<void>
  /** Called once a session has ended of which the browser has shown a copy. */
  onCopiedSession: (session: CopiedSession) => Promise<void>
}): Auth {
  const cookiePrefix = `pregonero-${portOf(publicUrl)}`
  const secrets = cookieSecrets(keyRing)
  const deviceKeys = deriveKeys(keyRing, 'device-cookie')
  /** Whose session a request bears. */
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
      // For as long browsers keep the cookie. When the session ends, `session-life.ts` says.
      expiresIn: LONGEST_MS / 1_000,
      disableSessionRefresh: true,
      // What asks for a fresh one is kept to recent ones by the HTTP layer.
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
        // Nothing is written down for it.
        '/passkey/generate-authenticate-options': false,
        '/get-session': false,
      },
    },
    plugins: [
      // First: what comes after these learns of no session before it is certain, nor before both steps are done.
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
      // Whether a cookie is for HTTPS alone depends on the request; the HTTP layer decides it.
      useSecureCookies: false,
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      disableCSRFCheck: true,
      // Said, because the library's default follows from NODE_ENV and TEST.
      disableOriginCheck: false,
      // The tables are made by our migrations; its check would run beside the start, also one that fails.
      database: { validateSchema: false },
    },
    telemetry: { enabled: false },
    // What is no refusal is for the HTTP layer, which knows a database that is busy and what is logged.
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
      // Who signs in, or begins to, has no other session in this browser.
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

/** Written by us alone, and told nobody. */
const ownField = { required: false, input: false, returned: false } as const

/** The library's: the first one signs. */
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
