import { createHmac, timingSafeEqual } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import type { DerivedKeys } from '#server/base/key-ring.ts'
import { type SeenBrowser, seenIn } from './seen-browser.ts'

/** The longest that browsers keep a cookie. */
const DEVICE_COOKIE_SECONDS = 400 * 24 * 60 * 60

/**
 * Gives a browser in which an account signs in, in whichever way, the account's device cookie. Comes after
 * the plug-ins that may hold a sign-in back.
 */
export function knownBrowsers({
  keys,
  cookiePrefix,
  userIdOf,
  onNewBrowser,
}: {
  /** Sign the device cookies. */
  keys: DerivedKeys
  cookiePrefix: string
  /** Whose session the request bears. */
  userIdOf: (request: Request) => string | undefined
  /** Called before the sign-in is answered. */
  onNewBrowser: (browser: SeenBrowser) => Promise<void>
}): BetterAuthPlugin {
  return {
    id: 'known-browsers',
    hooks: {
      after: [
        {
          matcher: () => true,
          handler: createAuthMiddleware(async ({ request, context, getCookie, setCookie }) => {
            const user = context.newSession?.user
            if (!user || !request) return
            const whose = { keys, cookiePrefix, email: user.email }
            const [{ name, value }] = deviceCookies(whose)
            const isKnown = isKnownBrowser(getCookie, whose) || userIdOf(request) === user.id
            setCookie(name, value, {
              httpOnly: true,
              sameSite: 'lax',
              path: '/',
              maxAge: DEVICE_COOKIE_SECONDS,
            })
            if (!isKnown) await onNewBrowser(seenIn(request.headers, user.id))
          }),
        },
      ],
    },
  }
}

/** @property email in lower case */
type Whose = { keys: DerivedKeys; cookiePrefix: string; email: string }

/** Whether the account has signed in before where the request comes from. */
export const isKnownBrowser = (getCookie: GetCookie, whose: Whose): boolean =>
  deviceCookies(whose).some(cookie => isDeviceCookie(cookie, getCookie(cookie.name)))

/** Of a request. */
export type GetCookie = (name: string) => string | null | undefined

type DeviceCookie = { name: string; value: string }

/**
 * The cookie that shows that an account has signed in with this browser before, as each key makes it. It does
 * not sign in: its holder may only go on trying passwords when others may not. Only the key can make it.
 */
function deviceCookies({
  keys: [current, ...older],
  cookiePrefix,
  email,
}: Whose): [current: DeviceCookie, ...older: DeviceCookie[]] {
  const made = (key: Buffer): DeviceCookie => {
    const mark = createHmac('sha256', key).update(email).digest('base64url')
    // One cookie per account, so that two accounts in one browser do not overwrite each other's.
    return { name: `${cookiePrefix}.device_${mark.slice(0, 8)}`, value: mark.slice(8) }
  }
  return [made(current), ...older.map(made)]
}

function isDeviceCookie(cookie: DeviceCookie, given: string | null | undefined): boolean {
  const expected = Buffer.from(cookie.value)
  const own = Buffer.from(given ?? '')
  return own.length === expected.length && timingSafeEqual(own, expected)
}
