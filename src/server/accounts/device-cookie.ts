import { createHmac, timingSafeEqual } from 'node:crypto'

/** Of this account and this installation; nobody without the key can make it. */
export type DeviceCookie = { name: string; value: string }

/**
 * The cookie by which a browser shows that an account has signed in there before. It opens
 * nothing: its holder may go on trying passwords while strangers may not.
 * @param email in lower case
 */
export function deviceCookie({
  key,
  cookiePrefix,
  email,
}: {
  key: Buffer
  cookiePrefix: string
  email: string
}): DeviceCookie {
  const mark = createHmac('sha256', key).update(email).digest('base64url')
  // One cookie an account, so that those who share a browser do not take it from each other.
  return { name: `${cookiePrefix}.device_${mark.slice(0, 8)}`, value: mark.slice(8) }
}

export function isDeviceCookie(cookie: DeviceCookie, given: string | null | undefined): boolean {
  const expected = Buffer.from(cookie.value)
  const own = Buffer.from(given ?? '')
  return own.length === expected.length && timingSafeEqual(own, expected)
}
