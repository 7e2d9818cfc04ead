import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import type { Database } from '#server/store/engine/schema.ts'
import { transactionAlone } from '#server/store/engine/transaction.ts'
import {
  countSignInFailures,
  deleteSignInFailure,
  deleteSignInFailuresAfter,
  deleteSignInFailuresUntil,
  insertSignInFailure,
} from '#server/store/rows/sign-in-failures.ts'
import { loginTexts } from '#shared/texts.ts'
import { deviceCookie, isDeviceCookie } from './device-cookie.ts'

const MAX_SIGN_IN_FAILURES = 10
const SIGN_IN_FAILURE_WINDOW_MS = 15 * 60_000
/** The longest that browsers keep a cookie. */
const DEVICE_COOKIE_SECONDS = 400 * 24 * 60 * 60

/**
 * Counts failed sign-ins per e-mail, whether or not an account has it. At the limit only browsers
 * where that account has signed in before are let through; nobody can shut an account for its
 * owner. A success takes back its own try and no failure: it says nothing about who made those.
 *
 * A part of the authentication library, since there it runs after the throttle by address and
 * sees the request exactly as the sign-in does.
 */
export function signInThrottle({
  db,
  key,
  cookiePrefix,
}: {
  db: Database
  /** Signs the device cookies. */
  key: Buffer
  cookiePrefix: string
}): BetterAuthPlugin {
  /** When each request now under way was counted, as if it had failed. */
  const counted = new WeakMap<Request, number>()
  const cookieOf = (email: string) => deviceCookie({ key, cookiePrefix, email })
  return {
    id: 'sign-in-throttle',
    hooks: {
      before: [
        {
          matcher: isSignIn,
          handler: createAuthMiddleware(async ({ request, body, getCookie }) => {
            const email = emailOf(body)
            if (!request || !email) return
            const cookie = cookieOf(email)
            const now = Date.now()
            const mayTry = await countTry(db, {
              email,
              now,
              isKnownDevice: isDeviceCookie(cookie, getCookie(cookie.name)),
            })
            if (!mayTry) throw tooManyAttempts()
            counted.set(request, now)
          }),
        },
      ],
      after: [
        {
          matcher: isSignIn,
          handler: createAuthMiddleware(async ({ request, body, context, setCookie }) => {
            const email = emailOf(body)
            const at = request && counted.get(request)
            if (!email || at === undefined || isWrongPassword(context.returned)) return
            await deleteSignInFailure(db, email, at)
            if (!context.newSession) return
            await deleteSignInFailuresUntil(db, at - SIGN_IN_FAILURE_WINDOW_MS)
            const cookie = cookieOf(email)
            setCookie(cookie.name, cookie.value, {
              httpOnly: true,
              sameSite: 'lax',
              path: '/',
              maxAge: DEVICE_COOKIE_SECONDS,
            })
          }),
        },
      ],
    },
  }
}

/** Counted before the password is looked at, so that many tries at once do not all pass. */
function countTry(
  db: Database,
  { email, now, isKnownDevice }: { email: string; now: number; isKnownDevice: boolean },
): Promise<boolean> {
  return transactionAlone(db, `sign-in ${email}`, async trx => {
    // A clock was set back since: they would count until it is there again.
    await deleteSignInFailuresAfter(trx, email, now + SIGN_IN_FAILURE_WINDOW_MS)
    const failures = await countSignInFailures(trx, email, now - SIGN_IN_FAILURE_WINDOW_MS)
    if (failures >= MAX_SIGN_IN_FAILURES && !isKnownDevice) return false
    await insertSignInFailure(trx, email, now)
    return true
  })
}

const isSignIn = ({ path }: { path?: string }): boolean => path === '/sign-in/email'

function emailOf(body: unknown): string | undefined {
  const email = body && typeof body === 'object' && 'email' in body ? body.email : undefined
  return typeof email === 'string' ? email.toLowerCase() : undefined
}

const isWrongPassword = (returned: unknown): boolean =>
  returned instanceof APIError && returned.statusCode === 401

const tooManyAttempts = (): APIError =>
  new APIError('TOO_MANY_REQUESTS', {
    code: 'TOO_MANY_ATTEMPTS',
    message: loginTexts.tooManyAttempts,
  })
