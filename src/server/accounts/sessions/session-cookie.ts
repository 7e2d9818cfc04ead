import { type Cookie, cookieNamed, readCookies, writeCookies } from './cookie-header.ts'
import { type CookieSecrets, readSignedCookie, signCookie } from './signed-cookies.ts'

/** Marks the name of a session cookie that was sent over HTTPS without being bound to a host. */
export const UNBOUND = 'unbound_'

export type ShownCookie = {
  reference: string
  /** True if another host of the same domain may have set it. */
  isUnbound: boolean
  /** True if signed with the current secret, false if with an older one. */
  isCurrentlySigned: boolean
}

/** The signed cookie that carries a session's reference. */
export class SessionCookie {
  readonly #name: string
  readonly #unboundName: string
  readonly #secrets: CookieSecrets

  constructor({ prefix, secrets }: { prefix: string; secrets: CookieSecrets }) {
    this.#name = `${prefix}.session_token`
    this.#unboundName = `${prefix}.${UNBOUND}session_token`
    this.#secrets = secrets
  }

  /** Content of a request's session cookie; null without a valid signature. */
  shownIn(headers: Headers): ShownCookie | null {
    const cookies = readCookies(headers.get('cookie'))
    const bound = cookieNamed(cookies, this.#name)
    const value = bound ?? cookieNamed(cookies, this.#unboundName) ?? ''
    const cookie = readSignedCookie(value, this.#secrets)
    if (!cookie) return null
    const { value: reference, isCurrent: isCurrentlySigned } = cookie
    return { reference, isUnbound: bound === undefined, isCurrentlySigned }
  }

  /** Headers as the library needs them: the session cookie holds `token`, or is missing if that is null. */
  forLibrary(headers: Headers, token: string | null): Headers {
    const own: Cookie[] = token === null ? [] : [[this.#name, signCookie(token, this.#secrets)]]
    const others = readCookies(headers.get('cookie')).filter(([name]) => name !== this.#name)
    const changed = new Headers(headers)
    writeCookies(changed, [...own, ...others])
    return changed
  }

  /** Token that the library's answer sets; empty if it deletes the cookie, null if it does not touch it. */
  tokenIn(answer: Headers): string | null {
    const cookie = answer.getSetCookie().find(one => one.startsWith(`${this.#name}=`))
    if (cookie === undefined) return null
    const value = /=([^;]*)/.exec(cookie)?.[1] ?? ''
    return readSignedCookie(value, this.#secrets)?.value ?? ''
  }

  /** @returns `Set-Cookie` value that stores the reference in the browser */
  set(reference: string, seconds: number): string {
    return `${this.#name}=${signCookie(reference, this.#secrets)}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax`
  }
}
