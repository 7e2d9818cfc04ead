import type { Context, MiddlewareHandler } from 'hono'
import type { Auth } from '#server/accounts/auth.ts'
import { type Cookie, readCookies, writeCookies } from '#server/accounts/sessions/cookie-header.ts'
import { UNBOUND } from '#server/accounts/sessions/session-cookie.ts'
import type { ClientEnv } from './identify-client.ts'

/** Browsers take a cookie of such a name from the host itself alone, and by HTTPS. */
const BOUND = '__Host-'

/**
 * Over HTTPS our cookies are bound to this host; what is behind this knows them by their plain names alone.
 * Of those that are not bound there, it learns no more than which browsers are known, and of a session that
 * another version may have begun. Sets the session's cookie where it is due.
 */
export function ownCookies({ auth }: { auth: Auth }): MiddlewareHandler<ClientEnv> {
  const own = `${auth.cookiePrefix}.`
  const session = `${own}session_token`
  const isBelieved = (name: string): boolean => name.startsWith(`${own}device_`)

  /** What a request bears, by our own names. */
  function given(cookies: readonly Cookie[], isHttps: boolean): Map<string, string> {
    if (!isHttps) return new Map(cookies.filter(([name]) => name.startsWith(own)))
    const loose = cookies.flatMap<Cookie>(([name, value]) => {
      if (name === session) return [[`${own}${UNBOUND}session_token`, value]]
      return isBelieved(name) ? [[name, value]] : []
    })
    const bound = cookies.flatMap<Cookie>(([name, value]) =>
      name.startsWith(BOUND + own) ? [[name.slice(BOUND.length), value]] : [],
    )
    return new Map([...loose, ...bound])
  }

  return async (c, next) => {
    const isHttps = c.get('client').scheme === 'https'
    const { headers } = c.req.raw
    const cookies = readCookies(headers.get('cookie'))
    writeCookies(headers, [...given(cookies, isHttps)])
    await next()
    const renewed = auth.sessionCookieFor(c.req.raw.headers) ?? auth.sessionCookieFor(headers)
    const set = c.res.headers.getSetCookie()
    const isSet = set.some(cookie => cookie.startsWith(`${session}=`))
    if (renewed !== undefined && !isSet) set.push(renewed)
    if (set.length > 0) setCookies(c, isHttps ? set.flatMap(one => bound(one, cookies)) : set)
  }
}

/** @param given the browser's own: another cookie of the plain name goes, since its time is over */
function bound(cookie: string, given: readonly Cookie[]): string[] {
  const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(cookie) ?? []
  const isOver = given.some(([own, was]) => own === name && was !== value)
  return [
    `${BOUND}${cookie}; Secure`,
    ...(isOver ? [`${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure`] : []),
  ]
}

function setCookies(c: Context, cookies: readonly string[]): void {
  c.header('set-cookie', undefined)
  for (const cookie of cookies) c.header('set-cookie', cookie, { append: true })
}
