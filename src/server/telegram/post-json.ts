import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'

/** `text` is empty when the body was larger than `MAX_REPLY_BYTES`. */
export type Reply = { status: number; text: string }

/** The request failed before the whole answer had arrived. */
export class RequestError extends Error {
  override name = 'RequestError'
  /** There was no connection yet, so nothing can have arrived. */
  readonly neverLeft: boolean
  readonly isTimeout: boolean
  /** Set when the answer broke off after its headers. */
  readonly status: number | undefined

  constructor(
    cause: unknown,
    { neverLeft, isTimeout, status }: Pick<RequestError, 'neverLeft' | 'isTimeout' | 'status'>,
  ) {
    super('the request failed', { cause })
    this.neverLeft = neverLeft
    this.isTimeout = isTimeout
    this.status = status
  }
}

const MAX_REPLY_BYTES = 1024 * 1024
/** Shorter than the server's, which could close a connection just when it is used again. */
const KEEP_ALIVE_MS = 4_000

const options = { keepAlive: true, timeout: KEEP_ALIVE_MS }
const http = { agent: new HttpAgent(options), request: requestHttp }
const https = { agent: new HttpsAgent(options), request: requestHttps }

/**
 * Posts JSON without following redirects. It takes half the time and memory of `fetch`, and it knows
 * whether there was a connection.
 * @param timeoutMs for request and answer together
 * @throws RequestError
 */
export async function postJson(url: URL, body: string, timeoutMs: number): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const { agent, request } = url.protocol === 'https:' ? https : http
  const timeout = AbortSignal.timeout(timeoutMs)
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const sent = request(url, { method: 'POST', agent, headers, signal: timeout }, resolve)
  let isConnected = false
  sent.on('error', reject).on('socket', socket => {
    if (socket.connecting) socket.once('connect', () => (isConnected = true))
    else isConnected = true
  })
  sent.end(body)
  let response: IncomingMessage | undefined
  try {
    response = await promise
    return { status: response.statusCode ?? 0, text: await readBounded(response) }
  } catch (error) {
    throw new RequestError(error, {
      neverLeft: !isConnected,
      isTimeout: timeout.aborted,
      status: response?.statusCode,
    })
  }
}

async function readBounded(response: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response) {
    bytes += chunk.byteLength
    if (bytes > MAX_REPLY_BYTES) return ''
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
