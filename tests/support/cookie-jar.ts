/** Keeps cookies like a browser: only those of its host, which it sends only there. */
export class CookieJar {
  readonly #url: string
  readonly #cookies: Map<string, string>
  readonly #headers: Record<string, string>

  /**
   * @param cookie cookies from an earlier day
   * @param https true if it comes by a trusted proxy that ends HTTPS
   */
  constructor(url: string, { cookie = '', https = false } = {}) {
    this.#url = url
    this.#cookies = new Map(cookie.split('; ').filter(Boolean).map(asPair))
    this.#headers = https ? { 'x-forwarded-proto': 'https' } : {}
  }

  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies
  }

  /** `Cookie` header as it is sent. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  plant(name: string, value: string): void {
    this.#cookies.set(name, value)
  }

  /** @param body makes it a POST */
  async fetch(path: string, { body, ...init }: Omit<RequestInit, 'body'> & { body?: object } = {}) {
    const response = await fetch(`${this.#url}${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      ...init,
      headers: {
        ...this.#headers,
        ...(body && { 'content-type': 'application/json' }),
        cookie: this.cookie,
      },
    })
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie)
    return response
  }

  #keep(cookie: string): void {
    const [name, value] = asPair(cookie.split(';')[0] ?? '')
    if (/;\s*max-age=0/i.test(cookie)) this.#cookies.delete(name)
    else this.#cookies.set(name, value)
  }
}

function asPair(cookie: string): [name: string, value: string] {
  const end = cookie.indexOf('=')
  return [cookie.slice(0, end), cookie.slice(end + 1)]
}
