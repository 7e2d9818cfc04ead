import { type Cookie, cookieNamed, readCookies, writeCookies } from './cookie-header.ts'
import { type CookieSecrets, readSignedCookie, signCookie } from './signed-cookies.ts'

/** Names a session cookie that the browser bound to no host although it came by HTTPS. */
export const UNBOUND = 'unbound_'

export type ShownCookie = {
  reference: string
  /** It may have been set by another host of the same domain. */
  isUnbound: boolean
  /** By the current secret, not by one before it. */
  isCurrentlySigned: boolean
}

/** The cookie that bears the reference of a session, signed. */
export class SessionCookie {
  readonly #name: string
  readonly #unboundName: string
  readonly #secrets: CookieSecrets

  constructor({ prefix, secrets }: { prefix: string; secrets: CookieSecrets }) {
    this.#name = `${prefix}.session_token`
    this.#unboundName = `${prefix}.${UNBOUND}session_token`
    this.#secrets = secrets
  }

  /** What a request's cookie bears; null when there is none that is signed. */
  shownIn(headers: Headers): ShownCookie | null {
    const cookies = readCookies(headers.get('cookie'))
    const bound = cookieNamed(cookies, this.#name)
    const value = bound ?? cookieNamed(cookies, this.#unboundName) ?? ''
    const cookie = readSignedCookie(value, this.#secrets)
    if (!cookie) return null
    const { value: reference, isCurrent: isCurrentlySigned } = cookie
    return { reference, isUnbound: bound === undefined, isCurrentlySigned }
  }

  /** The same request, of the session with this token as the library knows it; null: of none. */
  forLibrary(headers: Headers, token: string | null): Headers {
    const own: Cookie[] = token === null ? [] : [[this.#name, signCookie(token, this.#secrets)]]
    const others = readCookies(headers.get('cookie')).filter(([name]) => name !== this.#name)
    const changed = new Headers(headers)
    writeCookies(changed, [...own, ...others])
    return changed
  }

  /** The token that an answer of the library's sets; empty where it takes it away, null where it does neither. */
  tokenIn(answer: Headers): string | null {
    const cookie = answer.getSetCookie().find(one => one.startsWith(`${this.#name}=`))
    if (cookie === undefined) return null
    const value = /=([^;]*)/.exec(cookie)?.[1] ?? ''
    return readSignedCookie(value, this.#secrets)?.value ?? ''
  }

  /** @returns the value of the header that has a browser keep the reference */
  set(reference: string, seconds: number): string {
    return `${this.#name}=${signCookie(reference, this.#secrets)}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax`
  }
}
