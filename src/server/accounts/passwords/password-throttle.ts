import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { isKnownBrowser } from '#server/accounts/known-browsers.ts'
import { clock } from '#server/base/clock.ts'
import type { DerivedKeys } from '#server/base/key-ring.ts'
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
import { MAX_EMAIL_LENGTH } from '#shared/model/account.ts'
import { loginTexts } from '#shared/texts/sign-in.ts'

const MAX_FAILURES = 10
/** Limit for known browsers, so that a stolen device cookie does not allow endless guesses. */
const MAX_FAILURES_WITH_KNOWN = 50
const FAILURE_WINDOW_MS = 15 * 60_000

/**
 * Rate limit on wrong passwords. Sign-ins are counted per e-mail, whether or not it has an account. At the
 * limit only browsers with the account's device cookie may go on, up to a higher limit, so that an attacker
 * cannot lock the owner out. A successful sign-in removes its own attempt but no failure, because it does not
 * show who caused those. Signed-in users who enter their password again are counted separately, per account:
 * at the limit the password can't be confirmed or changed until the window has passed, but signing in still
 * works.
 *
 * This is a plug-in of the authentication library, because a plug-in runs after the rate limit by address and
 * sees the request exactly as the library does.
 */
export function passwordThrottle({
  db,
  keys,
  cookiePrefix,
  log,
}: {
  db: Database
  /** The first signs device cookies, all of them verify. */
  keys: DerivedKeys
  cookiePrefix: string
  log: Log
}): BetterAuthPlugin {
  /** Attempt that each running request was counted as. */
  const counted = new WeakMap<Request, Attempt>()
  const forgetOld = sweepEvery(FAILURE_WINDOW_MS, { db, log })

  async function count(request: Request, who: string, isKnownDevice: boolean): Promise<void> {
    const attempt = { who, at: clock.now() }
    forgetOld(attempt.at)
    if (!(await countAttempt(db, attempt, isKnownDevice))) throw tooManyAttempts()
    counted.set(request, attempt)
  }
  /** Removes the request's attempt unless its password was wrong. */
  async function uncount(request: Request, returned: unknown): Promise<void> {
    const attempt = counted.get(request)
    if (!attempt || isWrongPassword(returned)) return
    await deleteSignInFailure(db, attempt.who, attempt.at)
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
            const isKnown = isKnownBrowser(getCookie, { keys, cookiePrefix, email })
            // Truncated, because the e-mail is not validated yet and may have any length.
            await count(request, email.slice(0, MAX_EMAIL_LENGTH), isKnown)
          }),
        },
        {
          matcher: isPasswordAgain,
          handler: createAuthMiddleware(async context => {
            const signedIn = await getSessionFromCtx(context)
            if (context.request && signedIn) await count(context.request, signedIn.user.id, false)
          }),
        },
      ],
      after: [
        {
          matcher: context => isSignIn(context) || isPasswordAgain(context),
          handler: createAuthMiddleware(async ({ request, context }) => {
            if (request) await uncount(request, context.returned)
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
    // Failures in the future were counted before the clock was set back, and would count until that time.
    await deleteSignInFailuresAfter(trx, who, at + FAILURE_WINDOW_MS)
    const failures = await countSignInFailures(trx, who, at - FAILURE_WINDOW_MS)
    if (failures >= (isKnownDevice ? MAX_FAILURES_WITH_KNOWN : MAX_FAILURES)) return false
    await insertSignInFailure(trx, who, at)
    return true
  })
}

/**
 * Deletes attempts that are too old to count, at most once per interval and in the background. Otherwise
 * guesses at e-mails without an account would accumulate forever.
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
/** True for calls in which a signed-in user enters the password again. */
const isPasswordAgain = ({ path }: { path?: string }): boolean =>
  path === '/change-password' || path === '/verify-password'

/** E-mail in the body, in lower case; undefined if malformed: the library then verifies no password. */
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
