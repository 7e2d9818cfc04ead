import { createHmac, timingSafeEqual } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import type { DerivedKeys } from '#server/base/key-ring.ts'
import { type SeenBrowser, seenIn } from './seen-browser.ts'

/** 400 days, the longest that browsers keep a cookie. */
const DEVICE_COOKIE_SECONDS = 400 * 24 * 60 * 60

/**
 * Sets the account's device cookie in a browser that signs in to it, by any method. Must come after the
 * plug-ins that may hold a sign-in back.
 */
export function knownBrowsers({
  keys,
  cookiePrefix,
  userIdOf,
  onNewBrowser,
}: {
  /** The first signs device cookies, all of them verify. */
  keys: DerivedKeys
  cookiePrefix: string
  /** User id of the session that the request carries. */
  userIdOf: (request: Request) => string | undefined
  /** Called for an unknown browser, before the sign-in is answered. */
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

/** True if the request carries a valid device cookie of the account. */
export const isKnownBrowser = (getCookie: GetCookie, whose: Whose): boolean =>
  deviceCookies(whose).some(cookie => isDeviceCookie(cookie, getCookie(cookie.name)))

/** Reads a cookie of a request by its name. */
export type GetCookie = (name: string) => string | null | undefined

type DeviceCookie = { name: string; value: string }

/**
 * The device cookie that proves an earlier sign-in of the account in this browser, as each key makes it. It
 * does not sign in; its holder may only go on trying passwords when others may not. Only the key can make it.
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
