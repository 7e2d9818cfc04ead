import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Context, Hono } from 'hono'
import { CONTENT_TYPE } from '#server/observe/instruments.ts'
import { errorAnswer } from './error-answer.ts'
import type { ClientEnv } from './identify-client.ts'

/**
 * Metrics in Prometheus's text format, for holders of the token. If no token is configured, only programs on
 * this machine are answered; on an installation with a public address every request is refused, because a
 * proxy on this machine may forward requests from anywhere.
 */
export function metricsRoutes({
  scrape,
  metricsToken,
  publicUrl,
}: {
  scrape: () => Promise<string>
  metricsToken: string | undefined
  publicUrl: string
}): Hono<ClientEnv> {
  const isAllowed = metricsToken === undefined ? loopbackOnly(publicUrl) : bearerOnly(metricsToken)
  const routes = new Hono<ClientEnv>()
  let scraping: Promise<string> | undefined
  routes.get('/metrics', async c => {
    if (!isAllowed(c.env.incoming)) return refusal(c, metricsToken !== undefined)
    // Concurrent requests share one scrape.
    scraping ??= scrape().finally(() => {
      scraping = undefined
    })
    return c.body(await scraping, 200, {
      'Content-Type': CONTENT_TYPE,
      'Cache-Control': 'no-store',
    })
  })
  return routes
}

type IsAllowed = (incoming: IncomingMessage) => boolean

function bearerOnly(token: string): IsAllowed {
  const expected = digest(`Bearer ${token}`)
  // Compares digests, which have equal lengths, so that timing does not reveal the token.
  return ({ headers }) => timingSafeEqual(digest(headers.authorization ?? ''), expected)
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

function loopbackOnly(publicUrl: string): IsAllowed {
  if (!isLoopbackHost(new URL(publicUrl).hostname)) return () => false
  return ({ socket, headers }) =>
    isLoopback(socket.remoteAddress ?? '') &&
    !FORWARDED.some(name => name in headers) &&
    // Any site can make its own host name resolve to this machine (DNS rebinding).
    isLoopbackHost(URL.parse(`http://${headers.host}`)?.hostname ?? '')
}

/** Headers that proxies add to requests, whether trusted or not. */
const FORWARDED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'cf-connecting-ip',
]

const isLoopback = (address: string): boolean => /^(::ffff:)?127\.|^::1$/.test(address)

const isLoopbackHost = (name: string): boolean =>
  name === 'localhost' || name === '[::1]' || /^127(\.\d+){3}$/.test(name)

function refusal(c: Context<ClientEnv>, wantsToken: boolean): Response {
  if (!wantsToken)
    return errorAnswer(
      c,
      403,
      'METRICS_CLOSED',
      'Las métricas solo se leen desde esta máquina. Para leerlas desde otra, o con una dirección pública, pon METRICS_TOKEN.',
    )
  c.header('WWW-Authenticate', 'Bearer')
  return errorAnswer(c, 401, 'UNAUTHORIZED', 'Falta el token de METRICS_TOKEN, o no es ese.')
}
