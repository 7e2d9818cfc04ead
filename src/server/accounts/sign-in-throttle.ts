import { createHmac, timingSafeEqual } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import type { Database } from '#server/store/engine/schema.ts'
import { lockedTransaction } from '#server/store/engine/transaction.ts'
import {
  countSignInFailures,
  deleteSignInFailure,
  deleteSignInFailuresAfter,
  deleteSignInFailuresUntil,
  insertSignInFailure,
} from '#server/store/rows/sign-in-failures.ts'
import { loginTexts } from '#shared/texts.ts'

const MAX_SIGN_IN_FAILURES = 10
const SIGN_IN_FAILURE_WINDOW_MS = 15 * 60_000
/** The longest that browsers keep a cookie. */
const DEVICE_COOKIE_SECONDS = 400 * 24 * 60 * 60

/**
 * A rate limit on failed sign-ins per e-mail, whether or not an account has it. At the limit only
 * browsers with the account's device cookie are let through, so that an attacker cannot lock the owner
 * out. A successful sign-in removes its own attempt but no failure: it does not show who made those.
 *
 * It is a plug-in of the authentication library, because a plug-in runs after the rate limit by
 * address and sees the request exactly as the sign-in does.
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
  /** When each running request was counted as a failure. */
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
            const mayAttempt = await countAttempt(db, {
              email,
              now,
              isKnownDevice: isDeviceCookie(cookie, getCookie(cookie.name)),
            })
            if (!mayAttempt) throw tooManyAttempts()
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

/** Counts before the password is checked, so that parallel attempts do not all pass. */
function countAttempt(
  db: Database,
  { email, now, isKnownDevice }: { email: string; now: number; isKnownDevice: boolean },
): Promise<boolean> {
  return lockedTransaction(db, `sign-in ${email}`, async trx => {
    // These are in the future because the clock was set back; they would count until then.
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
