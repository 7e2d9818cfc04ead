import type { Context, MiddlewareHandler } from 'hono'
import type { Auth } from '#server/accounts/auth.ts'
import { type Cookie, readCookies, writeCookies } from '#server/accounts/sessions/cookie-header.ts'
import { UNBOUND } from '#server/accounts/sessions/session-cookie.ts'
import type { ClientEnv } from './identify-client.ts'

/** Browsers accept cookies with this prefix only from the host itself, and over HTTPS. */
const BOUND = '__Host-'

/**
 * Binds our cookies to this host over HTTPS; later handlers see only their plain names. Of unbound cookies it then
 * passes on only device cookies and, under another name, the session's cookie, because another version may have
 * begun the session. Sets the session's cookie when it has changed.
 */
export function ownCookies({ auth }: { auth: Auth }): MiddlewareHandler<ClientEnv> {
  const own = `${auth.cookiePrefix}.`
  const session = `${own}session_token`
  const isBelieved = (name: string): boolean => name.startsWith(`${own}device_`)

  /** Our cookies in a request, by their plain names. */
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

/** @param given the browser's cookies; one with the plain name and another value is deleted as outdated */
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
