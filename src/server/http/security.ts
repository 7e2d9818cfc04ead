import type { RequestListener } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import { NONCE, secureHeaders } from 'hono/secure-headers'
import { errorAnswer } from './error-answer.ts'
import { requestScheme } from './identify-client.ts'
import { giveRequestId } from './request-id.ts'

/** One year, as browsers' preload lists require. */
const HTTPS_ONLY = 'max-age=31536000; includeSubDomains'

/**
 * Sets on every answer the headers that keep a browser from treating it as more than it is, for example as a
 * page. Pages replace the Content-Security-Policy with their own.
 */
export function withBaseHeaders(
  listener: RequestListener,
  { publicUrl, trustProxy }: { publicUrl: string; trustProxy: number },
): RequestListener {
  const ownUrl = new URL(publicUrl)
  return (incoming, outgoing) => {
    const { host, 'x-forwarded-proto': proto } = incoming.headers
    const forwardedProto = proto?.toString()
    giveRequestId(outgoing)
    outgoing.setHeader('X-Content-Type-Options', 'nosniff')
    outgoing.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
    if (requestScheme({ host, ownUrl, forwardedProto, trustProxy }) === 'https')
      outgoing.setHeader('Strict-Transport-Security', HTTPS_ONLY)
    listener(incoming, outgoing)
  }
}

/**
 * Headers that restrict a page to resources that we serve. Styles that scripts insert need the nonce, which
 * is `c.get('secureHeadersNonce')` where the page is written. Answers of calls are no pages: most of the
 * headers would have no effect on them, and are longer than many answers.
 */
export function securityHeaders(): MiddlewareHandler {
  const ofPages = secureHeaders({
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
    strictTransportSecurity: false,
    xFrameOptions: 'DENY',
  })
  return async (c, next) => {
    if (!isCall(c.req.path)) return ofPages(c, next)
    await next()
    c.header('Cross-Origin-Resource-Policy', 'same-origin')
  }
}

const isCall = (path: string): boolean => path.startsWith('/api/') && path !== '/api/reference'

/**
 * Refuses requests that another site makes a browser send (CSRF). Trusted are `PUBLIC_URL` and the host that
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

/**
 * True if the browser says that a page of ours sent the request: by `Sec-Fetch-Site`, or by `Referer` in
 * older browsers.
 */
export function isAskedByOwnPage(
  headers: Headers,
  own: { publicUrl: string; ownHost: string },
): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  return isTrusted(headers.get('referer') ?? '', own)
}

function isTrusted(
  address: string,
  { publicUrl, ownHost }: { publicUrl: string; ownHost: string },
): boolean {
  const url = URL.parse(address)
  if (url === null) return false
  if (url.origin === publicUrl) return true
  // Compares hosts only, because a proxy that ends TLS hides the scheme from us.
  return url.host === URL.parse(`${url.protocol}//${ownHost}`)?.host
}
