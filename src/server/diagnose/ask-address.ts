import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { TLSSocket } from 'node:tls'
import { clock } from '#server/base/clock.ts'
import { errorCode } from '#server/base/errors.ts'

/** `trouble`: code of the certificate error, null if it is valid; `until`: expiry in milliseconds UTC. */
export type Certificate = { trouble: string | null; until: number }

/** `tookMs`: until the response headers arrived; `failed`: code of the network error. */
export type Answer = { tookMs: number } & (
  | {
      failed: null
      status: number
      header: (name: string) => string | undefined
      /** The answerer's `Date`, in milliseconds UTC; null without one. */
      date: number | null
      certificate: Certificate | null
    }
  | { failed: string }
)

const TOO_LATE = 'ETIMEDOUT'

/**
 * Asks an address by GET or, with a body, by POST, and reads the response headers. Redirects are not followed. An
 * invalid certificate is reported, not refused, because no secret is sent.
 * @param options.family only addresses of IPv4 or of IPv6
 * @param options.limit milliseconds
 */
export function askAddress(
  url: URL,
  options: { family: 4 | 6; limit: number; headers?: Record<string, string>; body?: string },
): Promise<Answer> {
  const { family, limit, headers = {}, body } = options
  const method = body === undefined ? 'GET' : 'POST'
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const begun = clock.monotonic()
  const tookMs = () => Math.round(clock.monotonic() - begun)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const asked = request(
    url,
    { method, family, headers, agent: false, rejectUnauthorized: false },
    response => {
      const date = Date.parse(response.headers.date ?? '')
      resolve({
        tookMs: tookMs(),
        failed: null,
        status: response.statusCode ?? 0,
        header: name => response.headers[name]?.toString(),
        date: Number.isNaN(date) ? null : date,
        certificate: response.socket instanceof TLSSocket ? read(response.socket) : null,
      })
      response.destroy()
    },
  )
  const timer = clock.timer(limit, () => {
    resolve({ tookMs: tookMs(), failed: TOO_LATE })
    asked.destroy()
  })
  asked
    .on('error', error => resolve({ tookMs: tookMs(), failed: errorCode(error) ?? error.name }))
    .on('close', () => timer.cancel())
    .end(body)
  return promise
}

function read(socket: TLSSocket): Certificate {
  const until = Date.parse(socket.getPeerCertificate().valid_to)
  // Node types it as an error, but it is an error code.
  const trouble: unknown = socket.authorizationError
  return { trouble: trouble ? (errorCode(trouble) ?? String(trouble)) : null, until }
}
