import type { MiddlewareHandler } from 'hono'
import { NONCE, secureHeaders } from 'hono/secure-headers'
import { errorAnswer } from './error-answer.ts'
import type { ClientEnv } from './identify-client.ts'

/**
 * Headers that keep a page to what we serve. Styles that scripts insert need the nonce, which is
 * `c.get('secureHeadersNonce')` where the page is written. Comes after `identifyClient`.
 */
export function securityHeaders(): MiddlewareHandler<ClientEnv> {
  const [overHttp, overHttps] = [headers(false), headers('max-age=15552000')]
  return (c, next) => (c.get('client').scheme === 'https' ? overHttps(c, next) : overHttp(c, next))
}

const headers = (strictTransportSecurity: string | false) =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", NONCE],
      imgSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    // Addresses hold secrets (`?alta=…`).
    referrerPolicy: 'same-origin',
    strictTransportSecurity,
    xFrameOptions: 'DENY',
  })

/**
 * Refuses what another site makes a browser do (CSRF). Trusted are `PUBLIC_URL` and the host that
 * the request itself was sent to, so that the dashboard works under every name it is opened by.
 */
export function originCheck({
  publicUrl,
}: {
  /** An origin. */
  publicUrl: string
}): MiddlewareHandler {
  return async (c, next) => {
    if (SAFE_METHODS.includes(c.req.method)) return next()
    const ownHost = c.req.header('host') ?? ''
    if (isOwn(c.req.raw.headers, { publicUrl, ownHost })) return next()
    return errorAnswer(
      c,
      403,
      'ORIGIN_REFUSED',
      `Esta petición viene de otra página. Abre Pregonero en ${publicUrl}, o corrige PUBLIC_URL si su dirección es otra.`,
    )
  }
}

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS']

function isOwn(
  headers: Headers,
  { publicUrl, ownHost }: { publicUrl: string; ownHost: string },
): boolean {
  const origin = headers.get('origin')
  if (origin !== null) return isTrusted(origin, { publicUrl, ownHost })
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none'
  const referer = headers.get('referer')
  // Browsers send at least one of the three; without any it is a program, which no page can trick.
  return referer === null || isTrusted(referer, { publicUrl, ownHost })
}

function isTrusted(
  address: string,
  { publicUrl, ownHost }: { publicUrl: string; ownHost: string },
): boolean {
  const url = URL.parse(address)
  if (url === null) return false
  if (url.origin === publicUrl) return true
  // By host alone, since a proxy that ends TLS hides the scheme from us.
  return url.host === URL.parse(`${url.protocol}//${ownHost}`)?.host
}
