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
import { loginTexts } from '#shared/sign-in-texts.ts'

const MAX_FAILURES = 10
/** Where browsers go on that are known: who has copied the cookie of one does not guess without end. */
const MAX_FAILURES_WITH_KNOWN = 50
const FAILURE_WINDOW_MS = 15 * 60_000

/**
 * A rate limit on wrong passwords. Sign-ins are counted per e-mail, whether or not an account has it. At
 * the limit only browsers with the account's device cookie are let through, so that an attacker cannot
 * lock the owner out; of theirs there may be more. A successful sign-in removes its own attempt but no failure: it does not show who
 * made those. Who is signed in and is asked for the password again is counted apart, per account: at the
 * limit it can't be shown or changed until the window has passed, and signing in is as before.
 *
 * It is a plug-in of the authentication library, because a plug-in runs after the rate limit by
 * address and sees the request exactly as the library does.
 */
export function passwordThrottle({
  db,
  keys,
  cookiePrefix,
  log,
}: {
  db: Database
  /** The first signs the device cookies, each checks them. */
  keys: DerivedKeys
  cookiePrefix: string
  log: Log
}): BetterAuthPlugin {
  /** How each running request was counted as a failure. */
  const counted = new WeakMap<Request, Attempt>()
  const forgetOld = sweepEvery(FAILURE_WINDOW_MS, { db, log })

  async function count(request: Request, who: string, isKnownDevice: boolean): Promise<void> {
    const attempt = { who, at: clock.now() }
    forgetOld(attempt.at)
    if (!(await countAttempt(db, attempt, isKnownDevice))) throw tooManyAttempts()
    counted.set(request, attempt)
  }
  /** Where its password was not found wrong. */
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
            // Before anybody has looked at it: strangers may send any length.
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
    // These are in the future because the clock was set back; they would count until then.
    await deleteSignInFailuresAfter(trx, who, at + FAILURE_WINDOW_MS)
    const failures = await countSignInFailures(trx, who, at - FAILURE_WINDOW_MS)
    if (failures >= (isKnownDevice ? MAX_FAILURES_WITH_KNOWN : MAX_FAILURES)) return false
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
/** Asks who is signed in for the password again. */
const isPasswordAgain = ({ path }: { path?: string }): boolean =>
  path === '/change-password' || path === '/verify-password'

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
