import { createHmac, timingSafeEqual } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import type { Log } from '#server/base/log.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { lockedTransaction } from '#server/store/engine/transaction.ts'
import { deleteTriesBefore, LONGEST_RATE_WINDOW_MS } from '#server/store/rows/rate-limits.ts'
import {
  countSignInFailures,
  deleteSignInFailure,
  deleteSignInFailuresAfter,
  deleteSignInFailuresUntil,
  insertSignInFailure,
} from '#server/store/rows/sign-in-failures.ts'
import { loginTexts } from '#shared/texts.ts'

const MAX_FAILURES = 10
const FAILURE_WINDOW_MS = 15 * 60_000
/** The longest that browsers keep a cookie. */
const DEVICE_COOKIE_SECONDS = 400 * 24 * 60 * 60

/**
 * A rate limit on wrong passwords. Sign-ins are counted per e-mail, whether or not an account has it. At
 * the limit only browsers with the account's device cookie are let through, so that an attacker cannot
 * lock the owner out. A successful sign-in removes its own attempt but no failure: it does not show who
 * made those. Who is signed in and changes the password is counted apart, per account: at the limit the
 * account's password can't be changed until the window has passed, and signing in is as before.
 *
 * It is a plug-in of the authentication library, because a plug-in runs after the rate limit by
 * address and sees the request exactly as the library does.
 */
export function passwordThrottle({
  db,
  key,
  cookiePrefix,
  log,
}: {
  db: Database
  /** Signs the device cookies. */
  key: Buffer
  cookiePrefix: string
  log: Log
}): BetterAuthPlugin {
  /** How each running request was counted as a failure. */
  const counted = new WeakMap<Request, Attempt>()
  const cookieOf = (email: string) => deviceCookie({ key, cookiePrefix, email })
  const forgetOld = sweepEvery(FAILURE_WINDOW_MS, { db, log })

  async function count(request: Request, who: string, isKnownDevice: boolean): Promise<void> {
    const attempt = { who, at: Date.now() }
    forgetOld(attempt.at)
    if (!(await countAttempt(db, attempt, isKnownDevice))) throw tooManyAttempts()
    counted.set(request, attempt)
  }
  /** @returns the attempt of a request whose password was not found wrong */
  async function uncount(request: Request | undefined, returned: unknown) {
    const attempt = request && counted.get(request)
    if (!attempt || isWrongPassword(returned)) return undefined
    await deleteSignInFailure(db, attempt.who, attempt.at)
    return attempt
  }
  return {
    id: 'password-throttle',
    hooks: {
      before: [
        {
          matcher: isSignIn,
          handler: createAuthMiddleware(async ({ request, body, getCookie }) => {
            const email = emailOf(body)
            if (!request || !email) return
            const cookie = cookieOf(email)
            await count(request, email, isDeviceCookie(cookie, getCookie(cookie.name)))
          }),
        },
        {
          matcher: isPasswordChange,
          handler: createAuthMiddleware(async context => {
            const signedIn = await getSessionFromCtx(context)
            if (context.request && signedIn) await count(context.request, signedIn.user.id, false)
          }),
        },
      ],
      after: [
        {
          matcher: isSignIn,
          handler: createAuthMiddleware(async ({ request, context, setCookie }) => {
            const attempt = await uncount(request, context.returned)
            if (!attempt || !context.newSession) return
            const cookie = cookieOf(attempt.who)
            setCookie(cookie.name, cookie.value, {
              httpOnly: true,
              sameSite: 'lax',
              path: '/',
              maxAge: DEVICE_COOKIE_SECONDS,
            })
          }),
        },
        {
          matcher: isPasswordChange,
          handler: createAuthMiddleware(async ({ request, context }) => {
            await uncount(request, context.returned)
          }),
        },
      ],
    },
  }
}

/** @property who an e-mail in lower case, or an account's id, which has no @ */
type Attempt = { who: string; at: number }

/** Counts before the password is checked, so that parallel attempts do not all pass. */
function countAttempt(
  db: Database,
  { who, at }: Attempt,
  isKnownDevice: boolean,
): Promise<boolean> {
  return lockedTransaction(db, `password ${who}`, async trx => {
    // These are in the future because the clock was set back; they would count until then.
    await deleteSignInFailuresAfter(trx, who, at + FAILURE_WINDOW_MS)
    const failures = await countSignInFailures(trx, who, at - FAILURE_WINDOW_MS)
    if (failures >= MAX_FAILURES && !isKnownDevice) return false
    await insertSignInFailure(trx, who, at)
    return true
  })
}

/**
 * What is too old to count would stay for ever, since guesses of e-mails that no account has come without
 * end. Nobody's attempt waits for it.
 */
function sweepEvery(interval: number, { db, log }: { db: Database; log: Log }) {
  let sweptAt = 0
  return (now: number): void => {
    if (Math.abs(now - sweptAt) < interval) return
    sweptAt = now
    Promise.all([
      deleteSignInFailuresUntil(db, now - FAILURE_WINDOW_MS),
      deleteTriesBefore(db, now - LONGEST_RATE_WINDOW_MS),
    ]).catch(error => log.warn({ err: error }, 'old attempts could not be forgotten'))
  }
}

const isSignIn = ({ path }: { path?: string }): boolean => path === '/sign-in/email'
const isPasswordChange = ({ path }: { path?: string }): boolean => path === '/change-password'

/** What is no e-mail is refused before its password is looked at. */
function emailOf(body: unknown): string | undefined {
  const email = body && typeof body === 'object' && 'email' in body ? body.email : undefined
  return typeof email === 'string' && email.includes('@') ? email.toLowerCase() : undefined
}

const isWrongPassword = (returned: unknown): boolean =>
  returned instanceof APIError &&
  (returned.statusCode === 401 || returned.body?.code === 'INVALID_PASSWORD')

const tooManyAttempts = (): APIError =>
  new APIError(
    'TOO_MANY_REQUESTS',
    { code: 'TOO_MANY_ATTEMPTS', message: loginTexts.tooManyAttempts },
    { 'Retry-After': String(FAILURE_WINDOW_MS / 1_000) },
  )

type DeviceCookie = { name: string; value: string }

/**
 * The cookie that shows that an account has signed in with this browser before. It does not sign in:
 * its holder may only go on trying passwords when others may not. Only the key can make it.
 * @param email in lower case
 */
function deviceCookie({
  key,
  cookiePrefix,
  email,
}: {
  key: Buffer
  cookiePrefix: string
  email: string
}): DeviceCookie {
  const mark = createHmac('sha256', key).update(email).digest('base64url')
  // One cookie per account, so that two accounts in one browser do not overwrite each other's.
  return { name: `${cookiePrefix}.device_${mark.slice(0, 8)}`, value: mark.slice(8) }
}

function isDeviceCookie(cookie: DeviceCookie, given: string | null | undefined): boolean {
  const expected = Buffer.from(cookie.value)
  const own = Buffer.from(given ?? '')
  return own.length === expected.length && timingSafeEqual(own, expected)
}
