import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Database } from '#server/store/engine/schema.ts'
import { findSession } from '#server/store/rows/sessions.ts'

export type SignedIn = { userId: string; sessionId: string; email: string; name: string }

/**
 * The session of the request's cookie; null when there is none. Writes nothing.
 * @throws StoreBusyError
 */
export type ReadSession = (headers: Headers) => Promise<SignedIn | null>

/**
 * Each call asks for it, so it is one statement, and the cookie is checked where nothing waits: the
 * authentication library checks it on the threads that others read files with.
 * @param secret with which that library signs the cookie
 */
export const createSessionReader =
  ({ db, secret, cookieName }: { db: Database; secret: string; cookieName: string }): ReadSession =>
  async headers => {
    const token = tokenOf(cookieOf(headers, cookieName), secret)
    if (token === null) return null
    const [signedIn] = await findSession(db, token, new Date().toISOString())
    return signedIn ?? null
  }

function cookieOf(headers: Headers, name: string): string {
  const cookies = headers.get('cookie')?.split(/; */) ?? []
  return cookies.find(cookie => cookie.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
}

/** @param cookie the token, a dot, its HMAC-SHA-256 in base64; percent-encoded */
function tokenOf(cookie: string, secret: string): string | null {
  const [, token, signature] = /^([\w-]+)\.([\w+/%=]+)$/.exec(cookie) ?? []
  if (token === undefined || signature === undefined) return null
  const expected = Buffer.from(createHmac('sha256', secret).update(token).digest('base64'))
  const given = Buffer.from(signature.replace(/%(2B|2F|3D)/gi, decodeURIComponent))
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null
}
