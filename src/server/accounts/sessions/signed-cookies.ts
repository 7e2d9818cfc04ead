/** Cookies as the authentication library signs them: the value, a dot, its HMAC-SHA-256 in base64; percent-encoded. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Cookie, readCookies, writeCookies } from './cookie-header.ts'

/** Secrets of the library's cookies: the current one signs; cookies signed with older ones stay valid. */
export type CookieSecrets = readonly [current: string, ...older: string[]]

export type SignedCookie = { value: string; isCurrent: boolean }

/** @returns null if none of the secrets signed it */
export function readSignedCookie(cookie: string, secrets: CookieSecrets): SignedCookie | null {
  const [, encoded = '', signature] = /^([\w%-]+)\.([\w+/%=]+)$/.exec(cookie) ?? []
  const value = decoded(encoded)
  if (value === null || signature === undefined) return null
  const given = Buffer.from(signature.replace(/%(2B|2F|3D)/gi, decodeURIComponent))
  const nth = secrets.findIndex(secret => {
    const expected = Buffer.from(signatureOf(value, secret))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  return nth < 0 ? null : { value, isCurrent: nth === 0 }
}

/** @param value without a dot */
export const signCookie = (value: string, secrets: CookieSecrets): string =>
  encodeURIComponent(`${value}.${signatureOf(value, secrets[0])}`)

/** Re-signs cookies that have an older secret's signature, because the library knows only the current secret. */
export function withCurrentSignatures(headers: Headers, secrets: CookieSecrets): Headers {
  const header = headers.get('cookie')
  if (header === null || secrets.length === 1) return headers
  const signed = readCookies(header).map<Cookie>(([name, text]) => {
    const read = readSignedCookie(text, secrets)
    return [name, !read || read.isCurrent ? text : signCookie(read.value, secrets)]
  })
  const current = new Headers(headers)
  writeCookies(current, signed)
  return current
}

/** @returns null if it is not percent-encoded correctly */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

const signatureOf = (value: string, secret: string): string =>
  createHmac('sha256', secret).update(value).digest('base64')
