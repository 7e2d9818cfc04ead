import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Context, Hono } from 'hono'
import { CONTENT_TYPE } from '#server/observe/instruments.ts'
import { errorAnswer } from './error-answer.ts'
import type { ClientEnv } from './identify-client.ts'

/**
 * The metrics in Prometheus's text format, for who shows the token. Without one only programs on this
 * machine are answered, and nobody on an installation that has a public address: there a proxy on this
 * machine may stand before anybody.
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
    // Those who ask at once are told the same.
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
  // Of digests, which are of one length: how long it takes says nothing of the token.
  return ({ headers }) => timingSafeEqual(digest(headers.authorization ?? ''), expected)
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

function loopbackOnly(publicUrl: string): IsAllowed {
  if (!isLoopbackHost(new URL(publicUrl).hostname)) return () => false
  return ({ socket, headers }) =>
    isLoopback(socket.remoteAddress ?? '') &&
    !FORWARDED.some(name => name in headers) &&
    // A page of any site may have its own name lead here.
    isLoopbackHost(URL.parse(`http://${headers.host}`)?.hostname ?? '')
}

/** What proxies add to what they pass on, whether they are believed or not. */
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
