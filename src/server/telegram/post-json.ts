import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { urlToHttpOptions } from 'node:url'
import { clock } from '#server/base/clock.ts'

/** `text` is empty when the body was larger than `MAX_REPLY_BYTES`. */
export type Reply = { status: number; text: string }

/** Thrown when a request fails before its whole answer has arrived. */
export class RequestError extends Error {
  override name = 'RequestError'
  /** True if there was no connection yet (with https no encrypted one), so that the request can't have arrived. */
  readonly neverLeft: boolean
  readonly isTimeout: boolean
  /** True if a reused connection ended before the headers of the answer. */
  readonly isStale: boolean
  /** Set when the answer broke off after its headers. */
  readonly status: number | undefined

  constructor(
    cause: unknown,
    {
      neverLeft,
      isTimeout,
      isStale,
      status,
    }: Pick<RequestError, 'neverLeft' | 'isTimeout' | 'isStale' | 'status'>,
  ) {
    super('the request failed', { cause })
    this.neverLeft = neverLeft
    this.isTimeout = isTimeout
    this.isStale = isStale
    this.status = status
  }
}

const MAX_REPLY_BYTES = 1024 * 1024
/** Shorter than the server's keep-alive, so that it never closes a connection just when it is reused. */
const KEEP_ALIVE_MS = 4_000

/**
 * Connect timeout for each of several addresses of a name; then the next address is tried. A lost handshake is
 * repeated after one and after three seconds.
 */
const HANDSHAKE_MS = 4_000

const connections = {
  keepAlive: true,
  timeout: KEEP_ALIVE_MS,
  autoSelectFamilyAttemptTimeout: HANDSHAKE_MS,
}

/** Opens a connection to the server. */
export type Connect = () => Duplex

/**
 * @param path escaped, with a leading slash
 * @param signal aborts the request
 * @throws RequestError
 */
export type PostJson = (path: string, body: string, signal?: AbortSignal) => Promise<Reply>

/**
 * Posts JSON to one server without following redirects. Takes less than half the time of `fetch`, and knows whether
 * there was a connection.
 * @param root base of all paths, without a trailing slash
 * @param timeoutMs for request and answer together
 * @param way.proxy address of the proxy; undefined: no proxy
 * @param way.connect opens each connection; left out: Node's agent opens them
 * @throws TypeError if `root` is not an address
 */
export function createPostJson(
  root: string,
  timeoutMs: number,
  { proxy, connect }: { proxy?: string | undefined; connect?: Connect | undefined } = {},
): PostJson {
  const url = new URL(root)
  const isSecure = url.protocol === 'https:'
  const options = {
    ...connections,
    // The agent's timeout for idle connections also limits its wait for the tunnel.
    ...(proxy && { proxyEnv: { https_proxy: proxy, http_proxy: proxy }, timeout: timeoutMs }),
  }
  const agent = isSecure ? new HttpsAgent(options) : new HttpAgent(options)
  if (connect) agent.createConnection = connect
  const request = isSecure ? requestHttps : requestHttp
  const { hostname, port } = urlToHttpOptions(url)
  const prefix = url.pathname === '/' ? '' : url.pathname
  // Options and one plain timer: an address and an abort signal per request would take as long as the request itself.
  const common = { agent, hostname, port, method: 'POST', headers: JSON_HEADERS }

  return (path, body, signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<Reply>()
    let isConnected = false
    let isTimeout = false
    let status: number | undefined
    const fail = (cause: Error) => {
      timer.cancel()
      const isStale = sent.reusedSocket && !isTimeout && status === undefined
      reject(new RequestError(cause, { neverLeft: !isConnected, isTimeout, isStale, status }))
    }
    const sent = request(
      { ...common, path: prefix + path, ...(signal && { signal }) },
      response => {
        const answered = response.statusCode ?? 0
        status = answered
        response.on('error', fail)
        readBounded(response, text => {
          timer.cancel()
          resolve({ status: answered, text })
        })
      },
    )
    const timer = clock.timer(timeoutMs, () => {
      isTimeout = true
      sent.destroy(new Error('no answer in time'))
    })
    sent.on('error', fail).on('socket', socket => {
      if (isReady(socket)) isConnected = true
      else socket.once(isSecure ? 'secureConnect' : 'connect', () => (isConnected = true))
    })
    sent.end(body)
    return promise
  }
}

/** True if the socket may carry a request: with TLS only after the handshake. */
function isReady(socket: Socket): boolean {
  // Node sets `secureConnecting` on sockets with TLS; its types lack it.
  return !socket.connecting && Reflect.get(socket, 'secureConnecting') !== true
}

function readBounded(response: IncomingMessage, onEnd: (text: string) => void): void {
  const chunks: Uint8Array[] = []
  let bytes = 0
  response.on('data', (chunk: Uint8Array) => {
    bytes += chunk.byteLength
    if (bytes <= MAX_REPLY_BYTES) {
      chunks.push(chunk)
      return
    }
    onEnd('')
    response.destroy()
  })
  response.on('end', () => onEnd(Buffer.concat(chunks).toString()))
}

const JSON_HEADERS = { 'content-type': 'application/json' }
